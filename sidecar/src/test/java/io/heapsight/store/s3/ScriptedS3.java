/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A bucket in memory with S3's protocol, which fails as scripted. */
final class ScriptedS3 implements AutoCloseable {
    /** A scripted answer; status 0 closes the connection. */
    record Fault(int status, String body) {
        static Fault error(int status, String code, String message) {
            return new Fault(
                    status,
                    "<Error><Code>%s</Code><Message>%s</Message></Error>".formatted(code, message));
        }
    }

    /** A request without its body. */
    record Request(String method, String key, Map<String, String> query, Map<String, String> head) {
        boolean isPart(int number) {
            return method.equals("PUT") && Integer.toString(number).equals(query.get("partNumber"));
        }
    }

    /** The stored objects. */
    static final class Stored {
        private final byte[] bytes;
        private final Map<String, String> head;

        Stored(byte[] bytes, Map<String, String> head) {
            this.bytes = bytes;
            this.head = head;
        }

        byte[] bytes() {
            return bytes;
        }

        Map<String, String> head() {
            return head;
        }
    }

    private static final Pattern PART_NUMBER = Pattern.compile("<PartNumber>(\\d+)<");

    final Map<String, Stored> objects = new ConcurrentHashMap<>();
    final Map<String, Map<Integer, byte[]>> unfinished = new ConcurrentSkipListMap<>();
    final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Map<String, Request> begun = new ConcurrentHashMap<>();
    private final Function<Request, Optional<Fault>> script;
    private final HttpServer server;

    ScriptedS3(Function<Request, Optional<Fault>> script) throws IOException {
        this.script = script;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    /** The object stored under a key, which must exist. */
    Stored object(String key) {
        return Objects.requireNonNull(objects.get(key), () -> key + " of " + objects.keySet());
    }

    private Map<Integer, byte[]> parts(String upload) {
        return Objects.requireNonNull(unfinished.get(upload), upload);
    }

    private Request beginning(String upload) {
        return Objects.requireNonNull(begun.get(upload), upload);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void serve(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        Map<String, String> head =
                exchange.getRequestHeaders().entrySet().stream()
                        .collect(
                                Collectors.toMap(
                                        each -> each.getKey().toLowerCase(Locale.ROOT),
                                        each -> each.getValue().getFirst()));
        String path = exchange.getRequestURI().getPath();
        Request request =
                new Request(
                        exchange.getRequestMethod(),
                        path.replaceFirst("^/[^/]*/?", ""),
                        query(exchange.getRequestURI().getRawQuery()),
                        head);
        requests.add(request);
        Optional<Fault> fault = script.apply(request);
        if (fault.isPresent() && fault.get().status() == 0) {
            exchange.close();
            return;
        }
        Fault answer = fault.isPresent() ? fault.get() : answer(request, body, exchange);
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        boolean bodiless = request.method().equals("HEAD") || answer.status() == 204;
        exchange.sendResponseHeaders(
                answer.status(), bodiless || bytes.length == 0 ? -1 : bytes.length);
        if (!bodiless && bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> all = new TreeMap<>();
        if (raw != null) {
            Arrays.stream(raw.split("&"))
                    .map(each -> each.split("=", 2))
                    .forEach(pair -> all.put(pair[0], pair.length == 1 ? "" : pair[1]));
        }
        return all;
    }

    private Fault answer(Request request, byte[] body, HttpExchange exchange) {
        String upload = request.query().getOrDefault("uploadId", "");
        String digest = request.head().get("content-md5");
        if (digest != null && !digest.equals(md5(body))) {
            return Fault.error(400, "BadDigest", "it is another");
        }
        return switch (request.method()) {
            case "POST" -> upload.isEmpty() ? begin(request) : complete(upload, body);
            case "DELETE" -> {
                unfinished.remove(upload);
                yield new Fault(204, "");
            }
            case "GET" -> upload.isEmpty() ? list() : listParts(upload);
            case "HEAD" -> {
                Stored there = objects.get(request.key());
                if (there == null) {
                    yield new Fault(404, "");
                }
                exchange.getResponseHeaders()
                        .set("Content-Length", Integer.toString(there.bytes().length));
                yield new Fault(200, "");
            }
            default -> {
                exchange.getResponseHeaders().set("ETag", "\"" + tag(body) + "\"");
                if (upload.isEmpty()) {
                    objects.put(request.key(), new Stored(body, request.head()));
                } else {
                    parts(upload)
                            .put(
                                    Integer.parseInt(
                                            request.query().getOrDefault("partNumber", "")),
                                    body);
                }
                yield new Fault(200, "");
            }
        };
    }

    private Fault begin(Request request) {
        String id = "upload-" + begun.size();
        begun.put(id, request);
        unfinished.put(id, new TreeMap<>());
        return new Fault(
                200,
                "<InitiateMultipartUploadResult><UploadId>%s</UploadId></InitiateMultipartUploadResult>"
                        .formatted(id));
    }

    private Fault complete(String id, byte[] body) {
        Map<Integer, byte[]> parts = new TreeMap<>(parts(id));
        unfinished.remove(id);
        parts.keySet()
                .retainAll(
                        PART_NUMBER
                                .matcher(new String(body, StandardCharsets.UTF_8))
                                .results()
                                .map(named -> Integer.valueOf(named.group(1)))
                                .toList());
        int length = parts.values().stream().mapToInt(part -> part.length).sum();
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] part : parts.values()) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        Request request = beginning(id);
        objects.put(request.key(), new Stored(all, request.head()));
        return new Fault(
                200,
                "<CompleteMultipartUploadResult><ETag>\"x\"</ETag></CompleteMultipartUploadResult>");
    }

    private Fault list() {
        return new Fault(
                200,
                unfinished.keySet().stream()
                        .map(
                                id ->
                                        "<Upload><Key>%s</Key><UploadId>%s</UploadId></Upload>"
                                                .formatted(beginning(id).key(), id))
                        .collect(
                                Collectors.joining(
                                        "",
                                        "<ListMultipartUploadsResult>",
                                        "</ListMultipartUploadsResult>")));
    }

    private Fault listParts(String upload) {
        return new Fault(
                200,
                parts(upload).entrySet().stream()
                        .map(
                                part ->
                                        "<Part><PartNumber>%d</PartNumber><ETag>\"%s\"</ETag><Size>%d</Size></Part>"
                                                .formatted(
                                                        part.getKey(),
                                                        tag(part.getValue()),
                                                        part.getValue().length))
                        .collect(
                                Collectors.joining("", "<ListPartsResult>", "</ListPartsResult>")));
    }

    private static String tag(byte[] bytes) {
        return HexFormat.of().formatHex(digest(bytes));
    }

    private static String md5(byte[] bytes) {
        return Base64.getEncoder().encodeToString(digest(bytes));
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("MD5").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
