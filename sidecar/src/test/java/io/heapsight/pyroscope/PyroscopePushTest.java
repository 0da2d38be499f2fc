/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.pyroscope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.heapsight.delivery.DeliveryCounts.Outcome;
import io.heapsight.delivery.ReceiverUrlParser;
import io.heapsight.delivery.RetryingPost;
import io.heapsight.profile.ProfileConverter.Form;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileRecord;
import io.heapsight.profile.ProfileStore;
import io.heapsight.unit.EventLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles that are stored reach a server that accepts, delays or refuses them. */
class PyroscopePushTest {
    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");
    private static final String STACKS = "com.acme.Shop.main;com.acme.Shop.sell 42\n";

    /** Attempts are short here. */
    private static final RetryingPost.Patience SHORT =
            new RetryingPost.Patience(
                    3, Duration.ofMillis(1), Duration.ofMillis(40), Duration.ofSeconds(5));

    @TempDir private Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();

    /** Statuses of the next answers; 200 after them. */
    private final BlockingQueue<Integer> statuses = new LinkedBlockingQueue<>();

    private HttpServer server;
    private ProfileStore store;

    private record Received(String path, String query, String body, Optional<String> tenant) {
        String parameter(String name) {
            for (String each : query.split("&", -1)) {
                if (each.startsWith(name + "=")) {
                    return URLDecoder.decode(
                            each.substring(name.length() + 1), StandardCharsets.UTF_8);
                }
            }
            throw new AssertionError("no " + name + " in " + query);
        }
    }

    @BeforeEach
    void start() throws IOException {
        store = ProfileStore.open(folder);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    received.add(
                            new Received(
                                    exchange.getRequestURI().getPath(),
                                    exchange.getRequestURI().getRawQuery(),
                                    new String(
                                            exchange.getRequestBody().readAllBytes(),
                                            StandardCharsets.UTF_8),
                                    Optional.ofNullable(
                                            exchange.getRequestHeaders()
                                                    .getFirst("X-Scope-OrgID"))));
                    Integer status = statuses.poll();
                    exchange.sendResponseHeaders(status == null ? 200 : status, -1);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void storedProfileIsPostedAsCollapsedStacks() throws Exception {
        try (PyroscopePush push = push("/pyroscope", Optional.of("shop"))) {
            store.files().onAdded(push::send);
            keep(ProfileEvent.CPU, "com.acme.Shop");
            awaitCount(push, Outcome.DELIVERED);
        }
        Received one = received.getFirst();
        assertThat(one.path()).isEqualTo("/pyroscope/ingest");
        assertThat(one.body()).isEqualTo(STACKS);
        assertThat(one.tenant()).hasValue("shop");
        assertThat(one.parameter("name")).isEqualTo("com.acme.Shop.cpu{namespace=prod,pod=shop-0}");
        assertThat(one.parameter("from")).isEqualTo(Long.toString(NOON.getEpochSecond()));
        assertThat(one.parameter("until")).isEqualTo(Long.toString(NOON.getEpochSecond() + 30));
        assertThat(one.parameter("sampleRate")).isEqualTo("100");
        assertThat(one.parameter("units")).isEqualTo("samples");
        assertThat(one.parameter("format")).isEqualTo("folded");
        assertThat(log.getFirst())
                .contains("pyroscope profile=", "target=com.acme.Shop", "outcome=delivered");
    }

    @ParameterizedTest
    @CsvSource({
        "WALL, wall, 20, samples",
        "ALLOC, alloc_space, 100, bytes",
        "LIVE, inuse_space, 100, bytes",
        "LOCK, lock_duration, 100, nanoseconds",
        "NATIVEMEM, bytes, 100, bytes"
    })
    void eachEventHasItsTypeAndUnit(ProfileEvent event, String type, String hertz, String unit)
            throws Exception {
        try (PyroscopePush push = push("", Optional.empty())) {
            store.files().onAdded(push::send);
            keep(event, "shop,{x=\"1\"}");
            awaitCount(push, Outcome.DELIVERED);
        }
        Received one = received.getFirst();
        assertThat(one.path()).isEqualTo("/ingest");
        assertThat(one.tenant()).isEmpty();
        assertThat(one.parameter("name")).startsWith("shop__x__1__." + type + "{");
        assertThat(one.parameter("sampleRate")).isEqualTo(hertz);
        assertThat(one.parameter("units")).isEqualTo(unit);
    }

    @Test
    void overloadedServerIsAskedAgainAndARefusalIsFinal() throws Exception {
        statuses.addAll(List.of(503, 200, 422));
        try (PyroscopePush push = push("/", Optional.empty())) {
            store.files().onAdded(push::send);
            keep(ProfileEvent.CPU, "Shop");
            awaitCount(push, Outcome.DELIVERED);
            keep(ProfileEvent.CPU, "Shop");
            awaitCount(push, Outcome.FAILED);
        }
        assertThat(received).hasSize(3);
        assertThat(log.getFirst()).contains("outcome=delivered attempts=2");
        assertThat(log.getLast()).contains("outcome=failed attempts=1", "status 422");
    }

    @Test
    void deletedProfileIsNotSent() throws Exception {
        ProfileRecord profile = keep(ProfileEvent.CPU, "Shop");
        assertThat(store.files().delete(profile.id())).isTrue();
        try (PyroscopePush push = push("/", Optional.empty())) {
            push.send(profile);
            awaitCount(push, Outcome.FAILED);
        }
        assertThat(received).isEmpty();
        assertThat(log.getLast()).contains("the profile was deleted");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pyroscope:4040",
                "ftp://pyroscope",
                "http://user:secret@pyroscope",
                "http://pyroscope/?x=1",
                "http:// pyroscope"
            })
    void otherUrlsAreRefused(String url) {
        assertThatThrownBy(() -> ReceiverUrlParser.parseBase(url))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private PyroscopePush push(String path, Optional<String> tenant) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
        return new PyroscopePush(
                new PyroscopeSettings(url, tenant, Optional.empty()),
                Map.of("pod", "shop-0", "namespace", "prod"),
                store,
                new RetryingPost(Optional.empty(), SHORT, () -> NOON),
                new EventLog(log::add, EventLog.Format.TEXT, () -> NOON));
    }

    /** Stores a profile as a capture does: the derived files first. */
    private ProfileRecord keep(ProfileEvent event, String target) throws Exception {
        store.files().prepare();
        String id = store.files().newId(NOON, 7);
        Files.writeString(store.made(id, Form.COLLAPSED), STACKS);
        Path part = Files.writeString(store.files().partOf(id), "FLR");
        ProfileRecord profile =
                new ProfileRecord(
                        id,
                        NOON,
                        7,
                        target,
                        event,
                        "",
                        30,
                        3,
                        42,
                        true,
                        "direct",
                        Optional.empty());
        store.files().add(profile, part);
        return profile;
    }

    private static void awaitCount(PyroscopePush push, Outcome outcome) {
        Awaitility.await()
                .until(() -> push.counts().all(), all -> Long.valueOf(1).equals(all.get(outcome)));
    }
}
