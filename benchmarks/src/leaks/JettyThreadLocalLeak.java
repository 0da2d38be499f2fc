/* SPDX-License-Identifier: Apache-2.0 */
import java.io.File;
import java.net.URL;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.webapp.WebAppContext;

/** Jetty, a web application redeployed eight times, and its values in ThreadLocals of a pool. */
public final class JettyThreadLocalLeak {
    static final Server SERVER = new Server(0);
    static final ExecutorService POOL = Executors.newFixedThreadPool(8);

    public static void run() throws Exception {
        deploy("WebLocal");
    }

    static void deploy(String listener) throws Exception {
        ContextHandlerCollection contexts = new ContextHandlerCollection();
        SERVER.setHandler(contexts);
        SERVER.start();
        File folder = Plant.webapp("Web");
        for (int i = 0; i < 8; i++) {
            WebAppContext context = new WebAppContext(folder.getPath(), "/shop");
            contexts.addHandler(context);
            context.start();
            Class<?> type = context.getClassLoader().loadClass(listener);
            Runnable request = (Runnable) type.getDeclaredConstructor().newInstance();
            POOL.submit(request).get();
            context.stop();
            contexts.removeHandler(context);
            context.destroy();
        }
    }
}
