/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of one object with ranges and versions, which fails as scripted. */
final class RangeServer implements AutoCloseable {
    /** A request for bytes. */
    record Request(int number, long from, long end, String ifMatch) {
        boolean isFirst() {
            return from == 0;
        }
    }

    /**
     * A scripted failure.
     *
     * @param status of the answer; 200 ignores the range
     * @param bytes after which the connection breaks
     * @param etag of the answer
     * @param stalls whether the connection stays open then, without a byte
     */
    record Fault(int status, Optional<Integer> bytes, String etag, boolean stalls) {
        static Fault status(int status) {
            return new Fault(status, Optional.empty(), "", false);
        }

        static Fault cutAfter(int bytes) {
            return new Fault(206, Optional.of(bytes), "", false);
        }

        static Fault stallAfter(int bytes) {
            return new Fault(206, Optional.of(bytes), "", true);
        }

        static Fault otherVersion(String etag) {
            return new Fault(206, Optional.empty(), etag, false);
        }
    }

    private static final Pattern RANGE = Pattern.compile("bytes=([0-9]+)-([0-9]+)");

    final List<Request> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Function<Request, Optional<Fault>> script;
    private final HttpServer server;
    private volatile byte[] bytes;
    private volatile String etag = "\"v1\"";

    RangeServer(byte[] bytes, Function<Request, Optional<Fault>> script) throws IOException {
        this.bytes = bytes;
        this.script = script;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    /** A presigned URL. */
    URI uri() {
        return URI.create(
                "http://127.0.0.1:%d/dumps/shop.hprof?X-Signature=s3cr3t"
                        .formatted(server.getAddress().getPort()));
    }

    /** Replaces the object. */
    void put(byte[] other, String version) {
        bytes = other;
        etag = version;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            if (exchange.getRequestURI().getPath().equals("/moved")) {
                exchange.getResponseHeaders().set("Location", uri().toString());
                exchange.sendResponseHeaders(302, -1);
                return;
            }
            Matcher range = RANGE.matcher(header(exchange, "Range"));
            boolean whole = !range.matches();
            Request request =
                    new Request(
                            requests.size(),
                            whole ? 0 : Long.parseLong(range.group(1)),
                            whole ? bytes.length : Long.parseLong(range.group(2)) + 1,
                            header(exchange, "If-Match"));
            requests.add(request);
            answer(exchange, request, script.apply(request));
        }
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    private void answer(HttpExchange exchange, Request request, Optional<Fault> fault)
            throws IOException {
        byte[] object = bytes;
        int status = fault.map(Fault::status).orElse(206);
        boolean changed = !request.ifMatch().isEmpty() && !request.ifMatch().equals(etag);
        if (status / 100 != 2 || changed) {
            byte[] words = "<Error><Code>Denied</Code></Error>".getBytes(UTF_8);
            exchange.sendResponseHeaders(changed ? 412 : status, words.length);
            exchange.getResponseBody().write(words);
            return;
        }
        if (object.length == 0 && status == 206) {
            exchange.getResponseHeaders().set("Content-Range", "bytes */0");
            exchange.sendResponseHeaders(416, -1);
            return;
        }
        int from = status == 200 ? 0 : (int) request.from();
        int end = status == 200 ? object.length : (int) Math.min(request.end(), object.length);
        String version = fault.map(Fault::etag).filter(it -> !it.isEmpty()).orElse(etag);
        if (!version.isEmpty()) {
            exchange.getResponseHeaders().set("ETag", version);
        }
        if (status == 206) {
            exchange.getResponseHeaders()
                    .set("Content-Range", "bytes %d-%d/%d".formatted(from, end - 1, object.length));
        }
        exchange.sendResponseHeaders(status, end - from == 0 ? -1 : end - from);
        int sent = fault.flatMap(Fault::bytes).orElse(end - from);
        exchange.getResponseBody().write(object, from, Math.min(sent, end - from));
        exchange.getResponseBody().flush();
        if (fault.isPresent() && fault.get().stalls()) {
            awaitClose();
        }
    }

    private void awaitClose() {
        try {
            closing.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
    }
}
