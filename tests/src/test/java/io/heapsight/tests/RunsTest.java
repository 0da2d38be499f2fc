/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.heapsight.compare.Arm;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.MeasuredRun;
import io.heapsight.compare.Verdict;
import io.heapsight.histogram.ClassGarbage;
import io.heapsight.run.Run;
import io.heapsight.run.RunHistogram;
import io.heapsight.run.RunJsonReader;
import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Runs of a real sidecar: after a kill, on a full disk, after the end of its target, and equal runs
 * compared.
 */
@NeedsDocker
class RunsTest {
    private static final int SPLITS = 200;
    private static final long SEED = 20261122;

    @Test
    void runIsReadUpToTheLastSecondAfterAKillOfTheSidecar() throws IOException {
        try (TargetContainer target = churn();
                SidecarContainer sidecar = SidecarContainer.start(fast(target).withDataVolume())) {
            HttpCaller caller = sidecar.readyCaller();
            String port = Integer.toString(sidecar.uri().getPort());
            assertThat(
                            sidecar.heapsight(
                                            "run",
                                            "start",
                                            "A#1",
                                            "--label",
                                            "level=INFO",
                                            "--port",
                                            port)
                                    .outOrThrow())
                    .contains("A#1", "recording", "level=INFO");
            awaitSamples(caller, "A%231", 20);
            Instant killed = Instant.now();
            sidecar.killAndStartAgain();

            Run run = export(sidecar.readyCaller(), "A%231");
            assertThat(run.stopped()).isEmpty();
            assertThat(run.end()).isAfter(killed.minusSeconds(1));
            assertThat(run.warnings().getLast())
                    .contains("the sidecar ended while it was recorded");
            assertThat(sidecar.caller().get("/runs").body()).contains("interrupted");

            Ran stop = sidecar.heapsight("run", "stop", "A#1", "--port", port);
            assertThat(stop.exitCode()).isEqualTo(1);
            assertThat(stop.err()).contains("The run is not being recorded");
            assertThat(sidecar.heapsight("run", "stop", "a/b").exitCode()).isEqualTo(2);
        }
    }

    @Test
    void fullDiskEndsARunWithTheReasonAndSamplingGoesOn() throws IOException {
        try (TargetContainer target = churn();
                SidecarContainer sidecar =
                        SidecarContainer.start(fast(target).withDataTmpfs(144 << 10))) {
            HttpCaller caller = sidecar.readyCaller();
            put(caller, "A");
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> !caller.get("/runs").body().contains("recording"));
            Run run = export(caller, "A");
            assertThat(run.warnings().getLast()).contains("recording ended", "No space left");
            assertThat(run.stopped()).isPresent();
            assertThat(run.samples().size()).isGreaterThan(50);
            assertThat(caller.get("/readyz").statusCode()).isEqualTo(200);
            assertThat(caller.send("PUT", "/runs/B", "").statusCode()).isEqualTo(507);
        }
    }

    @Test
    void runEndsWithItsTarget() throws IOException {
        try (TargetContainer target =
                        TargetContainer.start(
                                TargetSpec.of(Jdk.JDK_21, "Churn")
                                        .under(TargetSpec.Parent.RESTARTER));
                SidecarContainer sidecar = SidecarContainer.start(fast(target).withDataVolume())) {
            HttpCaller caller = sidecar.readyCaller();
            put(caller, "A");
            awaitSamples(caller, "A", 5);
            target.restart();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> !caller.get("/runs").body().contains("recording"));
            assertThat(export(caller, "A").warnings())
                    .containsExactly("recording ended: the target is gone");
        }
    }

    @Test
    void equalRunsRarelyDiffer() throws IOException, ProblemException {
        List<MeasuredRun> runs = new ArrayList<>();
        try (TargetContainer target = churn();
                SidecarContainer sidecar = SidecarContainer.start(fast(target).withDataVolume())) {
            HttpCaller caller = sidecar.readyCaller();
            for (int i = 1; i <= 10; i++) {
                put(caller, "A%23" + i);
                awaitSamples(caller, "A%23" + i, 15);
                assertThat(caller.post("/runs/A%23" + i + "/stop").statusCode()).isEqualTo(200);
                runs.add(MeasuredRun.repeated(export(caller, "A%23" + i)));
            }
        }
        Random random = new Random(SEED);
        int wrong = 0;
        for (int i = 0; i < SPLITS; i++) {
            Collections.shuffle(runs, random);
            Comparison comparison =
                    Comparison.between(
                            Arm.of(runs.subList(0, 4)),
                            Arm.of(runs.subList(4, 8)),
                            Comparison.Terms.USUAL);
            boolean differs =
                    comparison.rows().stream()
                            .anyMatch(
                                    row ->
                                            row.verdict() == Verdict.BETTER
                                                    || row.verdict() == Verdict.WORSE);
            wrong += differs ? 1 : 0;
        }
        double error = 2 * Math.sqrt(SPLITS * 0.05 * 0.95);
        assertThat(wrong).as("of %d, seed %d", SPLITS, SEED).isLessThan((int) (10 + error));
    }

    @Test
    void objectsAtTheStopAreCountedInADump() throws IOException {
        int orders = 10_000; // half of them garbage until the histograms at the start
        TargetSpec idle =
                TargetSpec.idle(Jdk.JDK_21, Collector.SERIAL).withFlags("-Dorders=" + orders);
        try (TargetContainer target = TargetContainer.start(idle);
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            HttpCaller caller = sidecar.readyCaller();
            String port = Integer.toString(sidecar.uri().getPort());
            sidecar.heapsight("run", "start", "A", "--garbage=dump", "--port", port).outOrThrow();
            sidecar.heapsight("run", "stop", "A", "--port", port).outOrThrow();

            Run run = export(caller, "A");
            assertThat(run.warnings()).isEmpty();
            RunHistogram before = run.heapAtStart().orElseThrow();
            RunHistogram after = run.heapAtStop().orElseThrow();
            assertThat(usage(before, "com.acme.Order").unreachable().instances())
                    .isEqualTo(orders / 2);
            assertThat(usage(after, "com.acme.Order").unreachable().instances()).isZero();
            assertThat(usage(after, "com.acme.Order").all())
                    .isEqualTo(usage(before, "com.acme.Order").unreachable());
            assertThat(caller.get("/heapdumps").body()).contains("Idle");
            Json histogram = Json.parse(caller.getJson("/histogram?top=40").body());
            for (Json row : histogram.at("classes").items()) {
                String name = row.at("name").text();
                // Attaching allocates a little, and fills TLABs with int[].
                if (name.contains("com.acme") || name.equals("[B") || name.contains("HashMap")) {
                    ClassGarbage same = usage(after, name);
                    assertThat(same.module())
                            .isEqualTo(Objects.requireNonNullElse(row.at("module").value(), ""));
                    assertThat((double) same.all().instances())
                            .as(name)
                            .isCloseTo(row.at("instances").number(), withinPercentage(2));
                }
            }
        }
    }

    private static ClassGarbage usage(RunHistogram histogram, String name) {
        return histogram.classes().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name));
    }

    private static TargetContainer churn() {
        return TargetContainer.start(
                TargetSpec.of(Jdk.JDK_21, "Churn").withArguments(Integer.toString(20 << 20)));
    }

    private static SidecarSpec fast(TargetContainer target) {
        return SidecarSpec.beside(target).withEnvironment("HEAPSIGHT_SAMPLE_INTERVAL", "100ms");
    }

    private static void put(HttpCaller caller, String name) {
        var answer = caller.send("PUT", "/runs/" + name, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static void awaitSamples(HttpCaller caller, String name, int least) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(200))
                .until(
                        () ->
                                Json.parse(caller.getJson("/runs/" + name).body())
                                                .at("samples")
                                                .items()
                                                .size()
                                        >= least);
    }

    private static Run export(HttpCaller caller, String name) throws IOException {
        byte[] document = caller.getJson("/runs/" + name).body().getBytes(StandardCharsets.UTF_8);
        return RunJsonReader.read(new ByteArrayInputStream(document));
    }
}
