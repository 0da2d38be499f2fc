/* SPDX-License-Identifier: Apache-2.0 */
import org.apache.catalina.startup.Tomcat;

/** Tomcat, a web application reloaded eight times, with a shutdown hook left each time. */
public final class TomcatHookLeak {
    static Tomcat tomcat;

    public static void run() throws Exception {
        tomcat = TomcatThreadLeak.deployed("WebHook");
    }
}
