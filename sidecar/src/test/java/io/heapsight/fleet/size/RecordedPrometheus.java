/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.heapsight.prometheus.PrometheusAccess;
import io.heapsight.prometheus.PrometheusAddress;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A Prometheus with series by metric; any reduction of one is its value at that time. Resources of
 * pods are those of memory.
 */
final class RecordedPrometheus implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, Map<String, Values>> metrics = new LinkedHashMap<>();
    private final List<String> queries = new ArrayList<>();

    /** The values of a series. */
    interface Values {
        /** Returns the value at a time in seconds since the Unix epoch, as the query reduces it. */
        double at(double seconds, String query);
    }

    RecordedPrometheus() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    /**
     * Adds a series.
     *
     * @param labels as JSON: {@code "pod":"web-1"}
     */
    RecordedPrometheus with(String metric, String labels, double value) {
        return with(metric, labels, (_, _) -> value);
    }

    RecordedPrometheus with(String metric, String labels, Values values) {
        metrics.computeIfAbsent(metric, _ -> new LinkedHashMap<>()).put(labels, values);
        return this;
    }

    PrometheusClient client() throws ProblemException {
        return new PrometheusClient(
                PrometheusAddress.of(
                        "http://127.0.0.1:" + server.getAddress().getPort(),
                        PrometheusAccess.OPEN));
    }

    synchronized List<String> queries() {
        return List.copyOf(queries);
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        Map<String, String> form = form(exchange);
        String query = form.getOrDefault("query", "");
        queries.add(query);
        boolean range = exchange.getRequestURI().getPath().endsWith("/query_range");
        String series =
                metrics.entrySet().stream()
                        .filter(each -> query.contains(each.getKey() + "{"))
                        .filter(_ -> !query.contains("resource=\"cpu\""))
                        .flatMap(each -> each.getValue().entrySet().stream())
                        .map(each -> series(each.getKey(), each.getValue(), range, form))
                        .collect(Collectors.joining(","));
        byte[] body =
                "{\"status\":\"success\",\"data\":{\"resultType\":\"%s\",\"result\":[%s]}}"
                        .formatted(range ? "matrix" : "vector", series)
                        .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String series(
            String labels, Values values, boolean range, Map<String, String> form) {
        String query = form.getOrDefault("query", "");
        if (!range) {
            double time = Double.parseDouble(form.getOrDefault("time", "0"));
            return "{\"metric\":{%s},\"value\":[%s,\"%s\"]}"
                    .formatted(labels, form.get("time"), values.at(time, query));
        }
        double step = Double.parseDouble(form.getOrDefault("step", "60"));
        double end = Double.parseDouble(form.getOrDefault("end", "0"));
        StringBuilder points = new StringBuilder();
        double from = Double.parseDouble(form.getOrDefault("start", "0"));
        for (double at = from; at <= end; at += step) {
            points.append(points.isEmpty() ? "" : ",")
                    .append("[%.3f,\"%s\"]".formatted(at, values.at(at, query)));
        }
        return "{\"metric\":{%s},\"values\":[%s]}".formatted(labels, points);
    }

    private static Map<String, String> form(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String raw = exchange.getRequestURI().getRawQuery();
        Map<String, String> form = new LinkedHashMap<>();
        for (String field : (body.isEmpty() && raw != null ? raw : body).split("&", -1)) {
            int equals = field.indexOf('=');
            if (equals > 0) {
                form.put(
                        field.substring(0, equals),
                        URLDecoder.decode(field.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return form;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
