/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.ObjectStorage;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import io.heapsight.tests.harness.WebhookReceiver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Leaks of different slope in a container of 256 MiB until the kernel kills it: the evidence in the
 * bucket. Two by default: buffers outside the heap, which fill it evenly, by the plain figure, and
 * the heap, which fills it in steps, by the figures that see those. -Dleak.slopes=10 runs ten;
 * -Dleak.figure=container.memory and -Dleak.kind=heap make all alike.
 */
@NeedsDocker
class LeakEvidenceTest {
    /** In MiB a second; the first ones are a slow and a steep one. */
    private static final List<Integer> SLOPES = List.of(10, 40, 1, 2, 5, 20, 70, 100, 150, 250);

    private static final int TAKEN = Integer.getInteger("leak.slopes", 2);
    private static final Duration LONG = Duration.ofMinutes(4);

    /** Steeper ones fill the container within seconds, and the sidecar samples more often. */
    private static final int OFTEN = 70;

    /** A slow leak begins at half of the container. */
    private static final int HALF = 120;

    private static final int STEEP = 20;

    /** HEAP_DUMP_END: its tag, and the length of nothing. */
    private static final byte[] END = {0x2c, 0, 0, 0, 0, 0, 0, 0, 0};

    private static final String PLAIN = "container.memory";
    private static final String NEXT = "container.memory.next";
    private static final String DIED = "io.heapsight.target.died";

    private static ObjectStorage storage;
    private static WebhookReceiver receiver;
    private static TargetContainer target;

    /** The running target. */
    private static final Map<Settings, SidecarContainer> SIDECARS = new HashMap<>();

    /**
     * Differences between sidecars.
     *
     * @param figure of the rule
     * @param interval between samples
     */
    private record Settings(String figure, String interval) {}

    @BeforeAll
    static void start() {
        storage = ObjectStorage.start();
        receiver = WebhookReceiver.start();
        target =
                TargetContainer.start(
                        TargetSpec.of(Jdk.JDK_21, "Slope")
                                .withMemory(256L << 20)
                                .withFlags("-Xmx400m")
                                .under(TargetSpec.Parent.RESTARTER));
    }

    @AfterAll
    static void end() {
        closeSidecar();
        target.close();
        receiver.close();
        storage.close();
    }

    private static void closeSidecar() {
        SIDECARS.values().forEach(SidecarContainer::close);
        SIDECARS.clear();
    }

    private static SidecarContainer sidecar(Settings settings) {
        if (!SIDECARS.containsKey(settings)) {
            closeSidecar();
        }
        return SIDECARS.computeIfAbsent(settings, LeakEvidenceTest::startSidecar);
    }

    private static SidecarContainer startSidecar(Settings settings) {
        String rules =
                """
                rules:
                  - name: before-it-dies
                    when: %s > 90%%
                    actions: [histogram, threads, heapdump]
                """
                        .formatted(settings.figure());
        return SidecarContainer.start(
                storage.of(SidecarSpec.beside(target))
                        .withDataVolume()
                        .withMemory(192L << 20)
                        .withFile("/etc/heapsight/rules.yaml", rules)
                        .withEnvironment("HEAPSIGHT_RULES", "/etc/heapsight/rules.yaml")
                        .withEnvironment("HEAPSIGHT_TRIGGERS", "off")
                        .withEnvironment("HEAPSIGHT_SAMPLE_INTERVAL", settings.interval())
                        .withEnvironment("HEAPSIGHT_WEBHOOK", receiver.url())
                        .withEnvironment("HOSTNAME", "node-1")
                        .withEnvironment("POD_NAME", "shop-7c9"));
    }

    static List<Integer> slopes() {
        return SLOPES.subList(0, TAKEN);
    }

    @ParameterizedTest(name = "{0} MiB/s")
    @MethodSource("slopes")
    void evidenceOfALeakIsInTheBucket(int slope) throws Exception {
        boolean even = slope == SLOPES.getFirst();
        String figure = System.getProperty("leak.figure", even ? PLAIN : NEXT);
        String kind = System.getProperty("leak.kind", even ? "direct" : "heap");
        SidecarContainer sidecar = sidecar(new Settings(figure, slope > OFTEN ? "200ms" : "1s"));
        HttpCaller caller = sidecar.readyCaller();
        int pid = runningPid();
        Awaitility.await().atMost(LONG).until(() -> isSeen(caller, pid));
        int first = slope < STEEP ? HALF : 0;
        target.exec("sh", "-c", "echo %d %d %s > /tmp/leak".formatted(first, slope, kind))
                .outOrThrow();

        Json dead = dead(pid);
        String id = dead.at("data", "path").text().replace("/postmortems/", "");
        Json firing = firing(pid);
        boolean dumped = firing.at("data", "actions").text().contains("heapdump done");
        Json postmortem =
                Awaitility.await()
                        .atMost(LONG)
                        .until(() -> stored(id + ".json", pid, dumped), Optional::isPresent)
                        .orElseThrow();

        assertThat(dead.at("source").text()).isEqualTo("/heapsight/shop-7c9");
        assertThat(dead.at("data", "reason").text()).isEqualTo("oom-kill");
        assertThat(postmortem.at("reason", "kind").text()).isEqualTo("oom-kill");
        assertThat(kind.equals("direct") || postmortem.at("topClass").text().equals("[B")).isTrue();
        List<String> kept = kept(postmortem);
        System.out.printf("%d MiB/s, %s, %s: %s%n", slope, kind, figure, kept);
        for (String path : kept) {
            assertArrived(path, sidecar);
        }
        assertThat(postmortem.at("histogram", "takenBy").text()).isEqualTo("rule before-it-dies");
        assertThat(kept).anyMatch(path -> path.startsWith("/threads/kept/"));
        assertThat(firing.at("data", "value").text()).matches("(9|[1-9][0-9])[0-9]\\.[0-9]%");
        assertThat(firing.at("data", "actions").text()).contains("histogram done", "threads done");
    }

    /** The pid of the JVM that has replaced the killed ones. */
    private static int runningPid() {
        List<String> dead =
                receiver.events(DIED).stream()
                        .map(event -> event.at("data", "pid").text())
                        .toList();
        return Awaitility.await()
                .atMost(LONG)
                .until(target::pid, pid -> !dead.contains(Integer.toString(pid)));
    }

    private static boolean isSeen(HttpCaller caller, int pid) {
        return Json.parse(caller.getJson("/targets").body()).at("targets").items().stream()
                .anyMatch(each -> each.at("pid").number() == pid);
    }

    private static List<String> kept(Json postmortem) {
        return postmortem.at("kept").items().stream().map(Json::text).toList();
    }

    /** The event for the death of that process. */
    private static Json dead(int pid) {
        return Awaitility.await()
                .atMost(LONG)
                .until(
                        () ->
                                receiver.events(DIED).stream()
                                        .filter(
                                                event ->
                                                        event.at("data", "pid")
                                                                .text()
                                                                .equals(Integer.toString(pid)))
                                        .findFirst()
                                        .orElse(null),
                        event -> event != null);
    }

    private static Json firing(int pid) {
        return Awaitility.await()
                .atMost(LONG)
                .until(
                        () ->
                                receiver.events("io.heapsight.trigger.fired").stream()
                                        .filter(
                                                event ->
                                                        event.at("data", "path")
                                                                .text()
                                                                .endsWith("-" + pid))
                                        .findFirst()
                                        .orElse(null),
                        event -> event != null);
    }

    /**
     * The post-mortem in the bucket, once it names a thread dump, a histogram and, if the rule took
     * one, a heap dump: what is stored after the death is added.
     */
    private static Optional<Json> stored(String end, int pid, boolean dumped) {
        return storage.find(end)
                .map(key -> Json.parse(new String(storage.bytes(key), UTF_8)))
                .filter(found -> found.toString().contains("/threads/kept/"))
                .filter(found -> found.toString().contains("/histogram/kept/"))
                .filter(found -> dumped == hasHeapDump(found))
                .filter(found -> found.at("target", "pid").number() == pid);
    }

    private static boolean hasHeapDump(Json postmortem) {
        return kept(postmortem).stream().anyMatch(path -> path.startsWith("/heapdumps/"));
    }

    private static void assertArrived(String path, SidecarContainer sidecar) throws IOException {
        String id = path.substring(path.lastIndexOf('/') + 1);
        boolean dump = path.startsWith("/heapdumps/");
        String kind = dump ? "heapdump" : path.split("/")[1];
        String folder = id + "." + kind + "/";
        Awaitility.await()
                .atMost(LONG)
                .until(() -> storage.find(folder + "manifest.json").isPresent());
        if (dump) {
            String key = storage.find(folder + id + ".hprof.gz").orElseThrow();
            try (GZIPInputStream in =
                    new GZIPInputStream(new ByteArrayInputStream(storage.bytes(key)))) {
                assertThat(new String(in.readNBytes(12), ISO_8859_1)).isEqualTo("JAVA PROFILE");
                assertThat(in.readAllBytes()).as("the end record").endsWith(END);
            }
            assertSummaryFollows(id, folder, sidecar);
        } else {
            String key = storage.find(folder + id + ".summary.json").orElseThrow();
            assertThat(new String(storage.bytes(key), UTF_8))
                    .contains(kind.equals("histogram") ? "\"name\":\"[B\"" : "\"main\"");
        }
    }

    /** By a separate upload, in which the dump is not sent again. */
    private static void assertSummaryFollows(String id, String folder, SidecarContainer sidecar) {
        Awaitility.await()
                .atMost(LONG)
                .until(
                        () ->
                                storage.find(folder + "manifest.json")
                                        .map(key -> new String(storage.bytes(key), UTF_8))
                                        .filter(all -> all.contains(id + ".summary.json"))
                                        .filter(all -> all.contains(id + ".hprof.gz"))
                                        .isPresent());
        Awaitility.await()
                .untilAsserted(
                        () ->
                                assertThat(sidecar.output())
                                        .containsPattern(
                                                "evidence stored heapdump="
                                                        + id
                                                        + " .*thereAlready=[1-9]"));
    }
}
