/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A target whose state is the last POSTed one; "broken" is answered by 500. */
final class SwitchableTarget implements AutoCloseable {
    private final HttpServer server;
    final List<String> states = new CopyOnWriteArrayList<>();

    SwitchableTarget() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/state",
                exchange -> {
                    String state =
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8);
                    states.add(state);
                    exchange.sendResponseHeaders(state.equals("broken") ? 500 : 204, -1);
                    exchange.close();
                });
        server.createContext(
                "/moved",
                exchange -> {
                    exchange.getResponseHeaders().add("Location", "/state");
                    exchange.sendResponseHeaders(307, -1);
                    exchange.close();
                });
        server.start();
    }

    Step to(String state) {
        return request("/state", state);
    }

    Step request(String path, String body) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
        return SampleSteps.request("POST", url, "text/plain", body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
