/* SPDX-License-Identifier: Apache-2.0 */
import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** Tomcat with a servlet that opens a session of 10 KB for each request; a session ends after 30 s. */
public final class TomcatServer {
    private TomcatServer() {}

    public static void main(String[] args) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir("/tmp/tomcat");
        tomcat.setPort(18080);
        tomcat.getConnector();
        Context context = tomcat.addContext("", "/tmp");
        Tomcat.addServlet(context, "shop", new Shop());
        context.addServletMappingDecoded("/", "shop");
        tomcat.start();
        tomcat.getServer().await();
    }

    private static final class Shop extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            HttpSession session = request.getSession();
            session.setMaxInactiveInterval(30);
            session.setAttribute("basket", new byte[10_000]);
            StringBuilder page = new StringBuilder();
            for (int i = 0; i < 500; i++) {
                page.append("<li>").append(i).append("</li>\n");
            }
            response.getWriter().write(page.toString());
        }
    }
}
