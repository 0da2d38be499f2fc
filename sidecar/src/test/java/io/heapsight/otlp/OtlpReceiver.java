/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** An HTTP server that decodes the metrics it receives. */
public final class OtlpReceiver implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Received> requests = new CopyOnWriteArrayList<>();
    private volatile Answer answer = Answer.of(200);

    /** A request; header names in lower case. */
    public record Received(
            String path, Map<String, String> headers, ExportMetricsServiceRequest metrics) {}

    /** An answer; silent: none before the server closes. */
    public record Answer(int status, ExportMetricsServiceResponse body, boolean silent) {
        public static Answer of(int status) {
            return new Answer(status, ExportMetricsServiceResponse.getDefaultInstance(), false);
        }

        public static Answer never() {
            return new Answer(200, ExportMetricsServiceResponse.getDefaultInstance(), true);
        }

        /** Accepts the request, but not all points. */
        public static Answer partial(long rejected, String message) {
            return new Answer(
                    200,
                    ExportMetricsServiceResponse.newBuilder()
                            .setPartialSuccess(
                                    ExportMetricsPartialSuccess.newBuilder()
                                            .setRejectedDataPoints(rejected)
                                            .setErrorMessage(message))
                            .build(),
                    false);
        }
    }

    public OtlpReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::receive);
        server.start();
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public void answer(Answer next) {
        answer = next;
    }

    public List<Received> requests() {
        return requests;
    }

    /** Settings that push to this server ten times a second. */
    public OtlpSettings settings(Map<String, String> variables) {
        OtlpSettings all =
                OtlpEnvironment.read(Optional.of(uri()), variables).settings().orElseThrow();
        return new OtlpSettings(
                all.endpoint(),
                all.headers(),
                all.timeout(),
                all.gzip(),
                all.tls(),
                Duration.ofMillis(100),
                all.temporality(),
                all.resource());
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers =
                    exchange.getRequestHeaders().entrySet().stream()
                            .collect(
                                    Collectors.toMap(
                                            each -> each.getKey().toLowerCase(Locale.ROOT),
                                            each -> each.getValue().getFirst()));
            InputStream body = exchange.getRequestBody();
            InputStream plain =
                    "gzip".equals(headers.get("content-encoding"))
                            ? new GZIPInputStream(body)
                            : body;
            requests.add(
                    new Received(
                            exchange.getRequestURI().toString(),
                            headers,
                            ExportMetricsServiceRequest.parseFrom(plain)));
            Answer now = answer;
            if (now.silent()) {
                closed.await();
            }
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            byte[] sent = now.body().toByteArray();
            exchange.sendResponseHeaders(now.status(), sent.length == 0 ? -1 : sent.length);
            exchange.getResponseBody().write(sent);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
