/* SPDX-License-Identifier: Apache-2.0 */
import java.io.File;
import org.apache.catalina.Session;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;

/** Sessions without timeout: each request of a robot creates one. */
public final class TomcatSessionLeak {
    static final Tomcat TOMCAT = new Tomcat();

    public static void run() throws Exception {
        File folder = Plant.webapp("None");
        TOMCAT.setBaseDir(folder.getPath());
        TOMCAT.setPort(0);
        TOMCAT.getConnector();
        StandardContext context = (StandardContext) TOMCAT.addContext("/shop", folder.getPath());
        TOMCAT.start();
        for (int i = 0; i < 20_000; i++) {
            Session session = context.getManager().createSession(null);
            session.setMaxInactiveInterval(-1);
            session.getSession().setAttribute("basket", Plant.bytes(150, i));
        }
    }
}
