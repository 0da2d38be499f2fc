/* SPDX-License-Identifier: Apache-2.0 */
/** Jetty, a web application redeployed eight times, with a Timer left running each time. */
public final class JettyTimerLeak {
    public static void run() throws Exception {
        JettyThreadLocalLeak.deploy("WebTimer");
    }
}
