/* SPDX-License-Identifier: Apache-2.0 */
import java.io.File;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;

/** Tomcat, a web application reloaded eight times, with a thread left running each time. */
public final class TomcatThreadLeak {
    static Tomcat tomcat;

    public static void run() throws Exception {
        tomcat = deployed("WebThread");
    }

    static Tomcat deployed(String listener) throws Exception {
        File folder = Plant.webapp("Web");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.getPath());
        tomcat.setPort(0);
        tomcat.getConnector();
        StandardContext context = (StandardContext) tomcat.addContext("/shop", folder.getPath());
        context.setParentClassLoader(TomcatThreadLeak.class.getClassLoader());
        context.addLifecycleListener(event -> {
            if (event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
                context.addApplicationListener(listener);
                context.setConfigured(true);
            }
        });
        tomcat.start();
        for (int i = 0; i < 8; i++) {
            context.reload();
        }
        return tomcat;
    }
}
