/* SPDX-License-Identifier: Apache-2.0 */
import java.net.URL;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.DefaultHandler;
import org.eclipse.jetty.server.handler.HandlerList;
import org.eclipse.jetty.webapp.WebAppContext;

/** Jetty with one web application that has answered requests. */
public final class JettyHealthy {
    public static Object run() throws Exception {
        Server server = new Server(0);
        server.setHandler(new HandlerList(new WebAppContext(Plant.webapp("None").getPath(), "/shop"), new DefaultHandler()));
        server.start();
        for (int i = 0; i < 200; i++) {
            try {
                new URL("http://127.0.0.1:" + server.getURI().getPort() + "/shop/").openStream().close();
            } catch (java.io.IOException e) {
                continue;
            }
        }
        return server;
    }
}
