/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;

/** A server that gives prepared answers, the last one again and again. */
final class ScriptedServer implements AutoCloseable {
    /** Answers a request. */
    @FunctionalInterface
    interface Answer {
        void give(HttpExchange exchange) throws IOException;
    }

    /** A request that arrived. */
    record Request(String path, Map<String, String> form, Map<String, List<String>> headers) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Deque<Answer> answers = new ArrayDeque<>();
    private final List<Request> requests = new ArrayList<>();

    ScriptedServer(Answer... answers) {
        this.answers.addAll(List.of(answers));
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Answer answer;
        synchronized (this) {
            requests.add(
                    new Request(
                            exchange.getRequestURI().getPath(),
                            form(body),
                            Map.copyOf(exchange.getRequestHeaders())));
            answer = answers.size() > 1 ? answers.removeFirst() : answers.getFirst();
        }
        try (exchange) {
            answer.give(exchange);
        }
    }

    private static Map<String, String> form(String body) {
        Map<String, String> form = new HashMap<>();
        for (String field : body.split("&", -1)) {
            int equals = field.indexOf('=');
            form.put(
                    field.substring(0, equals),
                    URLDecoder.decode(field.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return form;
    }

    /** A document of JSON. */
    static Answer json(String document) {
        return json(200, document);
    }

    static Answer json(int status, String document) {
        return answer(status, "application/json", document);
    }

    static Answer answer(int status, String type, String text, String... headers) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", type);
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
            }
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    /** A compressed document of JSON. */
    static Answer gzip(String document) {
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            exchange.sendResponseHeaders(200, 0);
            try (GZIPOutputStream out = new GZIPOutputStream(exchange.getResponseBody())) {
                out.write(document.getBytes(StandardCharsets.UTF_8));
            }
        };
    }

    /** Announces a document, but ends the connection within it. */
    static Answer cut(String document) {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes, 0, bytes.length / 2);
            exchange.getResponseBody().flush();
        };
    }

    synchronized List<Request> requests() {
        return List.copyOf(requests);
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
