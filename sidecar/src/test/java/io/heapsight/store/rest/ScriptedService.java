/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A scripted service on loopback that remembers its requests. */
public final class ScriptedService implements AutoCloseable {
    /** A request. */
    public static final class Request {
        private final String method;
        private final String path;
        private final Map<String, String> fields;
        private final Map<String, String> head;
        private final byte[] body;

        Request(
                String method,
                String path,
                Map<String, String> fields,
                Map<String, String> head,
                byte[] body) {
            this.method = method;
            this.path = path;
            this.fields = fields;
            this.head = head;
            this.body = body;
        }

        public String method() {
            return method;
        }

        /** As sent. */
        public String path() {
            return path;
        }

        /** Parameters of its query, and of its body if that is a form. */
        public Map<String, String> fields() {
            return fields;
        }

        /** By names in lower case. */
        public Map<String, String> head() {
            return head;
        }

        public byte[] body() {
            return body;
        }

        public String head(String name) {
            return head.getOrDefault(name, "");
        }

        public String field(String name) {
            return fields.getOrDefault(name, "");
        }

        public String text() {
            return new String(body, UTF_8);
        }
    }

    /** An answer; status 0 breaks the connection. */
    public record Answer(int status, Map<String, String> head, String body) {
        public static final Answer BROKEN = of(0, "");

        public static Answer of(int status, String body) {
            return new Answer(status, Map.of(), body);
        }

        public static Answer token(String value) {
            return of(200, "{\"access_token\":\"%s\",\"expires_in\":3599}".formatted(value));
        }
    }

    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Function<Request, Answer> script;
    private final HttpServer server;

    public ScriptedService(Function<Request, Answer> script) throws IOException {
        this.script = script;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    public List<Request> requests() {
        return requests;
    }

    public String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    public URI uri() {
        return URI.create("http://" + host());
    }

    private void serve(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        Map<String, String> head =
                exchange.getRequestHeaders().entrySet().stream()
                        .collect(
                                Collectors.toMap(
                                        each -> each.getKey().toLowerCase(Locale.ROOT),
                                        each -> each.getValue().getFirst()));
        URI uri = exchange.getRequestURI();
        Map<String, String> fields = fields(uri.getRawQuery() == null ? "" : uri.getRawQuery());
        if (head.getOrDefault("content-type", "").endsWith("form-urlencoded")) {
            fields.putAll(fields(new String(body, UTF_8)));
        }
        Request request =
                new Request(exchange.getRequestMethod(), uri.getRawPath(), fields, head, body);
        requests.add(request);
        Answer answer = script.apply(request);
        if (answer.status() > 0) {
            byte[] bytes = answer.body().getBytes(UTF_8);
            answer.head().forEach(exchange.getResponseHeaders()::set);
            boolean bodiless = request.method().equals("HEAD") || bytes.length == 0;
            exchange.sendResponseHeaders(answer.status(), bodiless ? -1 : bytes.length);
            if (!bodiless) {
                exchange.getResponseBody().write(bytes);
            }
        }
        exchange.close();
    }

    private static Map<String, String> fields(String text) {
        Map<String, String> all = new TreeMap<>();
        Arrays.stream(text.split("&"))
                .filter(each -> !each.isEmpty())
                .map(each -> each.split("=", 2))
                .forEach(
                        pair ->
                                all.put(
                                        pair[0],
                                        pair.length == 1 ? "" : URLDecoder.decode(pair[1], UTF_8)));
        return all;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
