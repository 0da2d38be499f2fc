/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Analyzed;
import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.EachLongTermJdk;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.MachineDelays;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Heap dumps on demand: a sidecar of 256 MiB on a read-only root beside a target on a read-only
 * root with 1 MiB of /tmp.
 */
@NeedsDocker
class HeapDumpTest {
    /** Few, to save time in CI: -Dheapsight.orders=1500000 fills the heap with them. */
    private static final int ORDERS = Integer.getInteger("heapsight.orders", 20_000);

    private static final long MEBIBYTE = 1 << 20;

    @ParameterizedTest
    @EachLongTermJdk
    void summaryGarbageEqualsTheDroppedObjects(Jdk jdk) throws Exception {
        TargetSpec gigabyte = cramped(jdk).withFlags("-Xms1g", "-Xmx1g", "-Xmn850m");
        try (TargetContainer target = TargetContainer.start(gigabyte);
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            HttpCaller caller = sidecar.readyCaller();

            Json job = DumpJob.start(caller, "/heapdumps?analyze=true").awaitEnd();

            assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
            HttpResponse<String> summary = caller.getJson(job.at("result").text());
            Analyzed analyzed = new Analyzed(Json.parse(summary.body()));
            assertThat(analyzed.of("com.acme.Order").objects()).isEqualTo(ORDERS);
            assertThat(analyzed.unreachableOf("com.acme.Order").objects()).isEqualTo(ORDERS / 2);
            assertThat(analyzed.unreachableOf("com.acme.Order$Line").objects())
                    .isEqualTo(10L * ORDERS / 2);
            assertThat(analyzed.summary().at("layout", "source").text()).isEqualTo("flags");
            assertThat(MetricsText.of(caller).value("heapsight_unreachable_objects", "Idle"))
                    .isEqualTo(analyzed.total("unreachable").objects());
            Json dump = DumpJob.newestDump(caller);
            assertThat(dump.at("way").text()).startsWith("direct write into the sidecar");
            assertThat(dump.at("sha256").text())
                    .isEqualTo(sha256(caller.getStream("/heapdumps/" + dump.at("id").text())));
            assertThat(sidecar.dataFiles("heapdumps"))
                    .noneMatch(name -> name.contains(".part") || name.contains(".p0"));
            assertThat(target.printedThreadDump()).isFalse();
        }
    }

    /** JDK 21 omits objects held by unmounted virtual threads from a dump, later ones do not. */
    @ParameterizedTest
    @EnumSource(
            value = Jdk.class,
            names = {"JDK_21", "JDK_25"})
    void garbageThatTheJvmCountsIsExact(Jdk jdk) {
        TargetSpec parked =
                TargetSpec.of(jdk, "Parked").with(Collector.SERIAL).withFlags("-Xmn48m");
        try (TargetContainer target = TargetContainer.start(parked);
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            HttpCaller caller = sidecar.readyCaller();

            Analyzed interval = summary(caller, "/heapdumps");
            Analyzed exact = summary(caller, "/heapdumps?garbage=exact");

            assertThat(interval.summary().at("garbage", "source").text()).isEqualTo("dump");
            assertThat(exact.summary().at("garbage", "source").text()).isEqualTo("histograms");
            assertThat(exact.garbage("atLeast")).isEqualTo(exact.garbage("atMost"));
            assertThat(exact.garbage("atLeast").objects())
                    .isLessThanOrEqualTo(exact.total("unreachable").objects());
            assertThat(exact.garbageOf("com.acme.Order").objects()).isEqualTo(500);
            assertThat(exact.garbageOf("com.acme.Order$Line").objects()).isEqualTo(5_000);
            assertThat(interval.garbageOf("com.acme.Order").objects())
                    .as("certain from the dump alone")
                    .isEqualTo(jdk == Jdk.JDK_21 ? 0 : 500);
            assertThat(sidecar.dataFiles("heapdumps"))
                    .filteredOn(name -> name.endsWith(".garbage"))
                    .hasSize(1);
            Analyzed live = summary(caller, "/heapdumps?garbage=exact&live=true");
            assertThat(live.garbage("atMost")).isEqualTo(live.garbage("atLeast"));
            assertThat(live.garbage("atMost").objects())
                    .isLessThan(live.total("all").objects() / 200);
        }
    }

    private static Analyzed summary(HttpCaller caller, String path) {
        Json job = DumpJob.start(caller, path).awaitEnd();
        assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
        return new Analyzed(Json.parse(caller.getJson(job.at("result").text()).body()));
    }

    private static String sha256(InputStream bytes) throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (bytes) {
            bytes.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    @ParameterizedTest
    @EnumSource(
            value = Jdk.class,
            names = {"JDK_8", "JDK_25"})
    void aCompressedDumpOfATargetThatCanNotReachUsIsCopiedAndRemovedThere(Jdk jdk) {
        // A target cannot enter a sidecar that has a capability which the target lacks.
        TargetSpec roomy =
                TargetSpec.idle(jdk, Collector.SERIAL).withFlags("-Dorders=" + ORDERS, "-Xmx64m");
        try (TargetContainer target = TargetContainer.start(roomy);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target).withHeapDumps())) {
            HttpCaller caller = sidecar.readyCaller();

            Json job = DumpJob.start(caller, "/heapdumps?gzip=true").awaitEnd();

            assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
            Json dump = DumpJob.newestDump(caller);
            assertThat(dump.at("way").text()).startsWith("through /tmp of the target");
            Analyzed analyzed =
                    new Analyzed(Json.parse(caller.getJson(job.at("result").text()).body()));
            assertThat(analyzed.unreachableOf("com.acme.Order").objects()).isEqualTo(ORDERS / 2);
            assertThat(target.exec("ls", "/tmp").outOrThrow()).doesNotContain("heapsight");
        }
    }

    @Test
    void commandWritesOnlyItsFile() {
        try (TargetContainer target = TargetContainer.start(cramped(Jdk.JDK_21));
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            sidecar.readyCaller();
            String file = "/var/lib/heapsight/shop.hprof.gz";

            Ran taken = sidecar.heapsight("dump", "--gzip", "--output", file);
            Ran again = sidecar.heapsight("dump", "--gzip", "--output", file);
            Ran analyzed =
                    sidecar.heapsight(
                            "analyze",
                            file,
                            "--only=garbage",
                            "--format=json",
                            "--work-dir=/var/lib/heapsight");

            assertThat(taken.exitCode()).as(taken.err()).isZero();
            assertThat(again.exitCode()).isEqualTo(1);
            assertThat(again.err()).contains(file + " exists already");
            assertThat(sidecar.dataFiles(""))
                    .filteredOn(name -> !Set.of("postmortems", "lock").contains(name))
                    .containsExactly("shop.hprof.gz");
            Analyzed summary = new Analyzed(Json.parse(analyzed.outOrThrow()));
            assertThat(summary.unreachableOf("com.acme.Order").objects()).isEqualTo(ORDERS / 2);
        }
    }

    @Test
    void secondClientLearnsWhatRuns() {
        // The first request waits for a target that doesn't answer.
        TargetSpec silent = TargetSpec.of(Jdk.JDK_17, "FakeListener").withArguments("silent");
        try (TargetContainer target = TargetContainer.start(silent);
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            HttpCaller caller = sidecar.readyCaller();
            Object told =
                    CompletableFuture.anyOf(
                                    CompletableFuture.supplyAsync(() -> caller.post("/garbage")),
                                    CompletableFuture.supplyAsync(() -> caller.get("/histogram")))
                            .join();

            assertThat(((HttpResponse<?>) told).statusCode()).isEqualTo(409);
            assertThat(((HttpResponse<?>) told).body().toString())
                    .containsPattern("A (garbage|histogram), requested by .*, has been running");
        }
    }

    @Test
    void thousandRequestsDuringAnAnalysisCauseNoErrorOrMissedTick() throws Exception {
        try (TargetContainer target =
                        TargetContainer.start(cramped(Jdk.JDK_25).withFlags("-Dorders=100000"));
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            HttpCaller caller = sidecar.readyCaller();
            DumpJob job = DumpJob.start(caller, "/heapdumps").awaitPhase("analysing");
            try (MachineDelays machine = MachineDelays.measure()) {
                MetricsText before = MetricsText.of(caller);
                assertThousandRequestsSucceed(caller);
                assertThat(job.awaitEnd().at("state").text()).isEqualTo("done");
                MetricsText after = MetricsText.of(caller);
                assertThat(moved("heapsight_samples_missed_total", before, after))
                        .as("no more than a thread of this test on the same machine")
                        .isLessThanOrEqualTo(machine.excusedTicks());
                assertThat(moved("heapsight_samples_failed_total", before, after)).isZero();
            }
        }
    }

    private static void assertThousandRequestsSucceed(HttpCaller caller) throws Exception {
        List<Future<Integer>> answers = new ArrayList<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 1000; i++) {
                String path = List.of("/metrics", "/gcutil", "/healthz", "/jobs").get(i % 4);
                answers.add(callers.submit(() -> caller.get(path).statusCode()));
            }
        }
        for (Future<Integer> answer : answers) {
            assertThat(answer.get()).isEqualTo(200);
        }
    }

    @Test
    void dumpWithoutRoomIsRefusedWithTheNumbers() {
        try (TargetContainer target = TargetContainer.start(cramped(Jdk.JDK_17));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target).withDataTmpfs(20 * MEBIBYTE))) {
            HttpResponse<String> refused = sidecar.readyCaller().post("/heapdumps");

            assertThat(refused.statusCode()).isEqualTo(507);
            assertThat(Json.parse(refused.body()).at("detail").text())
                    .contains(
                            "room for 20.0 MiB",
                            "may take 110.4 MiB",
                            "heap of 92.0 MiB and a fifth");
        }
    }

    @Test
    void dumpIntoMemoryIsRefusedIfItWouldKillTheTarget() {
        TargetSpec spec = cramped(Jdk.JDK_17).withMemory(110 * MEBIBYTE);
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target).withDataTmpfs(400 * MEBIBYTE))) {
            HttpResponse<String> refused = sidecar.readyCaller().post("/heapdumps");

            assertThat(refused.statusCode()).isEqualTo(507);
            assertThat(Json.parse(refused.body()).at("detail").text())
                    .contains(
                            "is memory that counts towards the target's container",
                            "of its 110.0 MiB");
        }
    }

    @Test
    void missingVolumeIsReported() {
        try (TargetContainer target = TargetContainer.start(cramped(Jdk.JDK_17));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            HttpResponse<String> refused = sidecar.readyCaller().post("/heapdumps");

            assertThat(refused.statusCode()).isEqualTo(507);
            assertThat(Json.parse(refused.body()).at("remedy").text()).contains("mount a volume");
        }
    }

    @Test
    void sidecarTooSmallToAnalyseStoresTheDumpAndSaysHowToGetItsSummary() throws Exception {
        try (TargetContainer target = TargetContainer.start(cramped(Jdk.JDK_21));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withHeapDumps()
                                        .withMemory(96 * MEBIBYTE))) {
            HttpCaller caller = sidecar.readyCaller();

            Json job = DumpJob.start(caller, "/heapdumps").awaitEnd();

            assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
            Json skipped = job.at("skipped").items().getFirst();
            assertThat(skipped.at("phase").text()).isEqualTo("summary");
            assertThat(skipped.at("reason").text()).contains("Of 96.0 MiB");
            assertThat(skipped.at("remedy").text()).contains("memory: 256Mi");
            Json dump = DumpJob.newestDump(caller);
            assertThat(job.at("result").text()).isEqualTo("/heapdumps/" + dump.at("id").text());
            assertThat(dump.at("summary").isTrue()).isFalse();
            assertThat(dump.at("skipped").items().getFirst().at("remedy").text())
                    .contains("memory: 256Mi");
            assertThat(caller.get("/heapdumps").body()).contains("memory: 256Mi");
            try (InputStream file = caller.getStream("/heapdumps/" + dump.at("id").text())) {
                assertThat(file.transferTo(OutputStream.nullOutputStream()))
                        .isEqualTo(dump.at("bytes").number());
            }
            HttpResponse<String> summary =
                    caller.get("/heapdumps/" + dump.at("id").text() + "/summary");
            assertThat(summary.statusCode()).isEqualTo(404);
            assertThat(Json.parse(summary.body()).at("remedy").text()).contains("memory: 256Mi");
        }
    }

    private static double moved(String counter, MetricsText before, MetricsText after) {
        return after.valueOrThrow(counter) - before.valueOrThrow(counter);
    }

    private static TargetSpec cramped(Jdk jdk) {
        // The young generation holds all of it, so that nothing is collected.
        return TargetSpec.idle(jdk, Collector.SERIAL)
                .withFlags("-Xms100m", "-Xmx100m", "-Xmn80m", "-Dorders=" + ORDERS)
                .withReadOnlyRoot()
                .withTmpfs("/tmp", "size=1m,mode=1777");
    }
}
