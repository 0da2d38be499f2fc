/* SPDX-License-Identifier: Apache-2.0 */
import io.undertow.Undertow;
import io.undertow.server.session.InMemorySessionManager;
import io.undertow.server.session.SessionAttachmentHandler;
import io.undertow.server.session.SessionCookieConfig;
import java.io.InputStream;
import java.net.URL;

/** Undertow, idle after two thousand requests. */
public final class UndertowHealthy {
    public static Object run() throws Exception {
        Undertow server = Undertow.builder().addHttpListener(0, "127.0.0.1").setHandler(new SessionAttachmentHandler(
                exchange -> exchange.getResponseSender().send("stock " + exchange.getRequestPath()),
                new InMemorySessionManager("shop"), new SessionCookieConfig())).build();
        server.start();
        int port = ((java.net.InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
        for (int i = 0; i < 2_000; i++) {
            try (InputStream answer = new URL("http://127.0.0.1:" + port + "/" + i).openStream()) {
                answer.read();
            }
        }
        return server;
    }
}
