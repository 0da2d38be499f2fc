/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.heapsight.delivery.DeliveryCounts.Outcome;
import io.heapsight.delivery.RetryingPost;
import io.heapsight.unit.EventLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delivery of events to a server that accepts, delays, redirects or refuses them. */
class WebhookTest {
    private static final String CANARY = "c4n4ry";
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    /** Attempts are short here. */
    private static final RetryingPost.Patience SHORT =
            new RetryingPost.Patience(
                    3, Duration.ofMillis(1), Duration.ofMillis(40), Duration.ofSeconds(5));

    @TempDir private Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private HttpServer server;

    private record Received(String path, String body, Map<String, List<String>> headers) {
        String header(String name) {
            return String.join(",", headers.getOrDefault(name, List.of()));
        }
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    @AfterEach
    void stop() {
        released.countDown();
        server.stop(0);
    }

    private void answer(HttpHandler handler) {
        server.createContext(
                "/",
                exchange -> {
                    received.add(
                            new Received(
                                    exchange.getRequestURI().toString(),
                                    new String(
                                            exchange.getRequestBody().readAllBytes(),
                                            StandardCharsets.UTF_8),
                                    Map.copyOf(exchange.getRequestHeaders())));
                    handler.handle(exchange);
                    exchange.close();
                });
    }

    private static void status(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
    }

    @Test
    void eventIsDeliveredWithAStandardHmacSignature() throws Exception {
        answer(exchange -> status(exchange, 204));
        Path secret = Files.writeString(folder.resolve("secret"), CANARY + "\n");
        try (Webhook webhook = webhook("/hook/" + CANARY + "?key=" + CANARY, secret)) {
            webhook.send(event("a"));
            awaitCount(webhook, Outcome.DELIVERED, 1);
        }
        Received one = received.getFirst();
        assertThat(one.path()).isEqualTo("/hook/" + CANARY + "?key=" + CANARY);
        assertThat(one.header("Content-type")).startsWith("application/cloudevents+json");
        String timestamp = one.header("X-heapsight-timestamp");
        assertThat(timestamp).isEqualTo(Long.toString(NOON.getEpochSecond()));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(CANARY.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
        mac.update(one.body().getBytes(StandardCharsets.UTF_8));
        assertThat(one.header("X-heapsight-signature"))
                .isEqualTo("v1=" + HexFormat.of().formatHex(mac.doFinal()));
        assertNoCanary();
        assertThat(log.getFirst()).contains("webhook event=a", "outcome=delivered attempts=1");
    }

    @Test
    void serverErrorIsRetriedAndOtherErrorsAreNot() {
        AtomicInteger calls = new AtomicInteger();
        answer(
                exchange -> {
                    if (calls.incrementAndGet() == 1) {
                        exchange.getResponseHeaders().add("Retry-After", "3600");
                        status(exchange, 500);
                    } else {
                        status(exchange, calls.get() == 2 ? 200 : 404);
                    }
                });
        try (Webhook webhook = webhook("/" + CANARY)) {
            webhook.send(event("a"));
            awaitCount(webhook, Outcome.DELIVERED, 1);
            webhook.send(event("b"));
            awaitCount(webhook, Outcome.FAILED, 1);
        }
        assertThat(calls.get()).isEqualTo(3);
        assertThat(received.get(1).body()).isEqualTo(received.getFirst().body());
        assertThat(log.getFirst()).contains("event=a", "outcome=delivered attempts=2");
        assertThat(log.getLast()).contains("event=b", "attempts=1", "status 404");
        assertNoCanary();
    }

    @Test
    void permanentlyFailingReceiverIsGivenUp() {
        answer(exchange -> status(exchange, 503));
        try (Webhook webhook = webhook("/" + CANARY)) {
            webhook.send(event("a"));
            awaitCount(webhook, Outcome.FAILED, 1);
        }
        assertThat(received).hasSize(SHORT.attempts());
        assertThat(log.getLast()).contains("host=127.0.0.1:", "attempts=3", "status 503");
        assertNoCanary();
    }

    @Test
    void redirectIsNotFollowed() {
        answer(
                exchange -> {
                    exchange.getResponseHeaders().add("Location", "/elsewhere/" + CANARY);
                    status(exchange, 307);
                });
        try (Webhook webhook = webhook("/" + CANARY)) {
            webhook.send(event("a"));
            awaitCount(webhook, Outcome.FAILED, 1);
        }
        assertThat(received).extracting(Received::path).containsExactly("/" + CANARY);
        assertThat(log.getLast()).contains("status 307, a redirect, which is not followed");
        assertNoCanary();
    }

    @Test
    void slowReceiverBlocksNothing() {
        answer(
                exchange -> {
                    try {
                        boolean _ = released.await(1, TimeUnit.MINUTES);
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                    status(exchange, 200);
                });
        try (Webhook webhook = webhook("/")) {
            webhook.send(event("first"));
            Awaitility.await().until(() -> received.size() == 1);
            long begun = System.nanoTime();
            for (int i = 0; i < 1000; i++) {
                webhook.send(event("n" + i));
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SHORT.timeout());
            assertThat(webhook.counts().all().get(Outcome.DROPPED)).isEqualTo(1000 - 64);
        }
    }

    @Test
    void unreachableReceiverIsReportedWithoutItsPath() {
        int port = server.getAddress().getPort();
        server.stop(0);
        try (Webhook webhook = webhook("http://127.0.0.1:" + port + "/" + CANARY, List.of())) {
            webhook.send(event("a"));
            awaitCount(webhook, Outcome.FAILED, 1);
        }
        assertThat(log.getLast()).contains("connection failed");
        assertNoCanary();
    }

    @Test
    void metadataAddressIsCalledOnlyIfConfigured() {
        try (Webhook webhook = webhook("http://169.254.169.254/" + CANARY, List.of())) {
            webhook.send(event("a"));
            awaitCount(webhook, Outcome.FAILED, 1);
        }
        assertThat(log.getLast()).contains("attempts=1", "Clouds serve the credentials");
        assertNoCanary();
    }

    @Test
    void withoutSettingsEventsAreDropped() {
        try (Webhook webhook =
                new Webhook(Optional.empty(), "pod", InstantSource.system(), events())) {
            webhook.send(event("a"));
            assertThat(webhook.counts().all().values()).containsOnly(0L);
        }
        assertThat(log).isEmpty();
    }

    private void assertNoCanary() {
        assertThat(log).isNotEmpty().noneMatch(line -> line.contains(CANARY));
    }

    private static void awaitCount(Webhook webhook, Outcome outcome, long count) {
        Awaitility.await()
                .until(
                        () -> webhook.counts().all(),
                        all -> Long.valueOf(count).equals(all.get(outcome)));
    }

    private static WebhookEvent event(String id) {
        return new WebhookEvent(
                id, WebhookEvent.Kind.TARGET_DIED, NOON, "Shop", "Shop died", "/x", Map.of());
    }

    private Webhook webhook(String path) {
        return webhook("http://127.0.0.1:" + server.getAddress().getPort() + path, List.of());
    }

    private Webhook webhook(String path, Path secret) {
        return webhook(
                new WebhookSettings(
                        WebhookUrl.parse(
                                "http://127.0.0.1:" + server.getAddress().getPort() + path),
                        WebhookFormat.CLOUDEVENTS,
                        Optional.of(secret),
                        List.of(),
                        Optional.empty()));
    }

    private Webhook webhook(String url, List<String> hosts) {
        return webhook(
                new WebhookSettings(
                        WebhookUrl.parse(url),
                        WebhookFormat.CLOUDEVENTS,
                        Optional.empty(),
                        hosts,
                        Optional.empty()));
    }

    private Webhook webhook(WebhookSettings settings) {
        return new Webhook(Optional.of(settings), "pod", SHORT, () -> NOON, events());
    }

    private EventLog events() {
        return new EventLog(log::add, EventLog.Format.TEXT, () -> NOON);
    }
}
