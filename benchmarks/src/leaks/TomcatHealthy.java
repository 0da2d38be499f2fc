/* SPDX-License-Identifier: Apache-2.0 */
import java.io.InputStream;
import java.net.URL;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** Tomcat with one web application that has answered requests, in 200 sessions. */
public final class TomcatHealthy {
    public static Object run() throws Exception {
        String folder = Plant.webapp("None").getPath();
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder);
        tomcat.setPort(0);
        tomcat.getConnector();
        Context context = tomcat.addContext("/shop", folder);
        Tomcat.addServlet(context, "default", "org.apache.catalina.servlets.DefaultServlet");
        context.addServletMappingDecoded("/", "default");
        tomcat.start();
        for (int i = 0; i < 200; i++) {
            context.getManager().createSession(null).getSession().setAttribute("basket", Plant.text(i));
            try (InputStream answer = new URL("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/shop/x").openStream()) {
                answer.read();
            } catch (java.io.FileNotFoundException e) {
                continue;
            }
        }
        return tomcat;
    }
}
