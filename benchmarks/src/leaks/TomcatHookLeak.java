/* SPDX-License-Identifier: Apache-2.0 */
import org.apache.catalina.startup.Tomcat;

/** Tomcat, a web application reloaded eight times, and each time a shutdown hook of it stays. */
public final class TomcatHookLeak {
    static Tomcat tomcat;

    public static void run() throws Exception {
        tomcat = TomcatThreadLeak.deployed("WebHook");
    }
}
