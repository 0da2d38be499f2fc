/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy in front of a sidecar that records requests and answers. */
public final class OverheardSidecar implements AutoCloseable {
    private final List<Said> said = new CopyOnWriteArrayList<>();
    private final HttpCaller sidecar;
    private final HttpServer server;

    /**
     * A request and its answer.
     *
     * @param request "GET /memory?format=text"
     */
    public record Said(String request, int status, String answer) {}

    private OverheardSidecar(HttpCaller sidecar, HttpServer server) {
        this.sidecar = sidecar;
        this.server = server;
    }

    public static OverheardSidecar of(LocalSidecar sidecar) {
        try {
            InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            HttpServer server = HttpServer.create(any, 0);
            OverheardSidecar overheard = new OverheardSidecar(sidecar.caller(), server);
            server.createContext("/", overheard::pass);
            server.start();
            return overheard;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pass(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        String method = exchange.getRequestMethod();
        HttpResponse<String> answer = sidecar.send(method, path, "");
        said.add(new Said(method + " " + path, answer.statusCode(), answer.body()));
        answer.headers()
                .firstValue("Content-Type")
                .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(answer.statusCode(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The last exchange. */
    public Said last() {
        return said.getLast();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
