/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A receiver of CloudEvents on loopback that keeps them. */
public final class WebhookReceiver implements AutoCloseable {
    private final HttpServer server;
    private final List<Json> events = new CopyOnWriteArrayList<>();

    private WebhookReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/events",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    events.add(Json.parse(new String(body, StandardCharsets.UTF_8)));
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
    }

    /** Starts it. */
    public static WebhookReceiver start() {
        try {
            WebhookReceiver receiver = new WebhookReceiver();
            receiver.server.start();
            return receiver;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The value of HEAPSIGHT_WEBHOOK. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/events";
    }

    /** All events of a type, oldest first. */
    public List<Json> events(String type) {
        return events.stream().filter(event -> event.at("type").text().equals(type)).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
