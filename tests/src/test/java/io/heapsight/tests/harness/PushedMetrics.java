/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A receiver of OTLP over HTTP on loopback that keeps the metrics of the first resource. */
public final class PushedMetrics implements AutoCloseable {
    private final HttpServer server;
    private final List<ResourceMetrics> pushes = new CopyOnWriteArrayList<>();

    private PushedMetrics() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/v1/metrics",
                exchange -> {
                    pushes.add(
                            ExportMetricsServiceRequest.parseFrom(
                                            exchange.getRequestBody().readAllBytes())
                                    .getResourceMetrics(0));
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
    }

    /** Starts it. */
    public static PushedMetrics start() {
        try {
            PushedMetrics receiver = new PushedMetrics();
            receiver.server.start();
            return receiver;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The value of HEAPSIGHT_OTLP_ENDPOINT. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Number of pushes until now. */
    public int count() {
        return pushes.size();
    }

    /** The attributes of the last push's target. */
    public Map<String, String> resource() {
        Map<String, String> all = new HashMap<>();
        for (KeyValue each : pushes.getLast().getResource().getAttributesList()) {
            all.put(
                    each.getKey(),
                    each.getValue().hasIntValue()
                            ? Long.toString(each.getValue().getIntValue())
                            : each.getValue().getStringValue());
        }
        return all;
    }

    /** The sum of a metric's points in the last push. */
    public double sum(String name) {
        for (Metric metric : pushes.getLast().getScopeMetrics(0).getMetricsList()) {
            if (metric.getName().equals(name)) {
                return metric.getSum().getDataPointsList().stream()
                        .mapToDouble(PushedMetrics::value)
                        .sum();
            }
        }
        return Double.NaN;
    }

    private static double value(NumberDataPoint point) {
        return point.hasAsInt() ? point.getAsInt() : point.getAsDouble();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
