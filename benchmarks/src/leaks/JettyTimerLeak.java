/* SPDX-License-Identifier: Apache-2.0 */
/** Jetty, a web application redeployed eight times, and each time a Timer of it goes on. */
public final class JettyTimerLeak {
    public static void run() throws Exception {
        JettyThreadLocalLeak.deploy("WebTimer");
    }
}
