/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.heapsight.prometheus.PrometheusAccess;
import io.heapsight.prometheus.PrometheusAddress;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server with series in memory that evaluates the first selector of an expression and keeps all
 * labels, which suffices for metrics with one series per pod. Of the functions, it knows {@code
 * last_over_time}.
 */
public final class FakePrometheus implements AutoCloseable {
    private static final Pattern SELECTOR = Pattern.compile("([a-z_0-9]+)\\{([^}]*)}");
    private static final Pattern MATCHER =
            Pattern.compile("([a-z_]+)(=~|!~|!=|=)\"((?:[^\"\\\\]|\\\\.)*)\"");

    private static final Pattern LAST = Pattern.compile("last_over_time\\([^\\[]*\\[(\\d+)s]");
    private static final double SCRAPE_SECONDS = 60;

    /** A series; its value at a time in seconds, NaN for a gap. */
    private record Series(String metric, Map<String, String> labels, DoubleUnaryOperator value) {
        boolean matches(String name, String matchers) {
            boolean all = metric.equals(name);
            Matcher matcher = MATCHER.matcher(matchers);
            while (all && matcher.find()) {
                String own = labels.getOrDefault(matcher.group(1), "");
                String wanted = matcher.group(3).replace("\\\\", "\\");
                all =
                        switch (matcher.group(2)) {
                            case "=" -> own.equals(wanted);
                            case "!=" -> !own.equals(wanted);
                            case "=~" -> own.matches(wanted);
                            default -> !own.matches(wanted);
                        };
            }
            return all;
        }

        /** Returns the last value until a time; NaN if there is none so many seconds before. */
        double last(double at, double seconds) {
            double last = value.applyAsDouble(at);
            for (double ago = 0; Double.isNaN(last) && ago <= seconds; ago += SCRAPE_SECONDS) {
                last = value.applyAsDouble(at - ago);
            }
            return last;
        }
    }

    static {
        // Headers and body are two packets: without this, each answer waits 40 ms for an ACK.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final List<Series> series = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<String> queries = new ConcurrentLinkedQueue<>();
    private final HttpServer server;

    public FakePrometheus() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/api/v1/query_range", this::range);
        server.createContext("/api/v1/query", this::instant);
        server.start();
    }

    /** Adds a series. */
    public void add(String metric, Map<String, String> labels, DoubleUnaryOperator value) {
        series.add(new Series(metric, new TreeMap<>(labels), value));
    }

    /** Removes all series. */
    public void removeAll() {
        series.clear();
    }

    /** Returns the expressions that were queried. */
    public List<String> queries() {
        return List.copyOf(queries);
    }

    /** Opens a client. */
    public PrometheusClient client() throws ProblemException {
        return new PrometheusClient(
                PrometheusAddress.of(
                        "http://localhost:" + server.getAddress().getPort(),
                        PrometheusAccess.OPEN));
    }

    private void range(HttpExchange exchange) throws IOException {
        Map<String, String> form = form(exchange);
        answer(
                exchange,
                form.getOrDefault("query", ""),
                Double.parseDouble(form.getOrDefault("start", "")),
                Double.parseDouble(form.getOrDefault("end", "")),
                Double.parseDouble(form.getOrDefault("step", "")),
                "values");
    }

    private void instant(HttpExchange exchange) throws IOException {
        Map<String, String> form = form(exchange);
        double time = Double.parseDouble(form.getOrDefault("time", ""));
        answer(exchange, form.getOrDefault("query", ""), time, time, 1, "value");
    }

    private void answer(
            HttpExchange exchange, String query, double from, double to, double step, String field)
            throws IOException {
        queries.add(query);
        List<Series> found = new ArrayList<>();
        Matcher selector = SELECTOR.matcher(query);
        if (selector.find()) {
            for (Series each : series) {
                if (each.matches(selector.group(1), selector.group(2))) {
                    found.add(each);
                }
            }
        }
        StringBuilder json = new StringBuilder("{\"status\":\"success\",\"data\":{\"result\":[");
        Matcher reach = LAST.matcher(query);
        double back = reach.find() ? Double.parseDouble(reach.group(1)) : 0;
        boolean counted = query.startsWith("count(");
        boolean any = false;
        for (Series each : counted ? found.stream().limit(1).toList() : found) {
            List<String> points = new ArrayList<>();
            for (double at = from; at <= to; at += step) {
                double value = counted ? found.size() : each.last(at, back);
                if (!Double.isNaN(value)) {
                    points.add(String.format(Locale.ROOT, "[%.3f,\"%s\"]", at, value));
                }
            }
            if (points.isEmpty()) {
                continue;
            }
            json.append(any ? "," : "").append("{\"metric\":{");
            any = true;
            String comma = "";
            for (Map.Entry<String, String> label : each.labels().entrySet()) {
                json.append(comma)
                        .append('"')
                        .append(label.getKey())
                        .append("\":\"")
                        .append(label.getValue())
                        .append('"');
                comma = ",";
            }
            String values = String.join(",", points);
            json.append("},\"").append(field).append("\":");
            json.append(field.equals("value") ? values : "[" + values + "]").append('}');
        }
        byte[] bytes = json.append("]}}").toString().getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static Map<String, String> form(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> form = new HashMap<>();
        for (String field : body.split("&", -1)) {
            int equals = field.indexOf('=');
            form.put(
                    field.substring(0, equals),
                    URLDecoder.decode(field.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return form;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
