/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import io.heapsight.tests.harness.TargetSpec.Parent;
import java.io.IOException;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Dumps whose target, sidecar or analysis is killed, whose disk is full, or that are cancelled: no
 * file is left, the target runs, and the job says what happened.
 */
@NeedsDocker
class HeapDumpFailuresTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final String WRITING = "the target writes";
    private static final String ANALYSING = "analysing";

    @ParameterizedTest
    @EnumSource(
            value = Jdk.class,
            names = {"JDK_8", "JDK_25"})
    void cancelledWhileTheTargetWrites(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(large(jdk));
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            DumpJob job = DumpJob.start(sidecar.readyCaller(), "/heapdumps");

            job.cancel();

            Json end = job.awaitEnd();
            assertThat(end.at("state").text()).as(end.toString()).isEqualTo("cancelled");
            assertThat(sidecar.dataFiles("heapdumps")).isEmpty();
            assertThat(target.isRunning()).isTrue();
            // The target handles commands again.
            assertThat(sidecar.caller().get("/histogram").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void cancelledDuringTheAnalysis() {
        try (TargetContainer target = TargetContainer.start(large(Jdk.JDK_17));
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            DumpJob job = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitPhase(ANALYSING);

            job.cancel();

            assertThat(job.awaitEnd().at("state").text()).isEqualTo("cancelled");
            assertThat(sidecar.dataFiles("heapdumps"))
                    .noneMatch(name -> name.contains("summary"))
                    .anyMatch(name -> name.endsWith(".hprof"));
            assertThat(sidecar.children()).isEmpty();
        }
    }

    @Test
    void analysisIsKilled() {
        try (TargetContainer target = TargetContainer.start(large(Jdk.JDK_17));
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            HttpCaller caller = sidecar.readyCaller();
            DumpJob job = DumpJob.start(caller, "/heapdumps").awaitPhase(ANALYSING);

            sidecar.children()
                    .forEach(child -> ProcessHandle.of(child).orElseThrow().destroyForcibly());

            Json end = job.awaitEnd();
            assertThat(end.at("state").text()).isEqualTo("failed");
            assertThat(end.at("problem", "title").text()).isEqualTo("The analysis was killed");
            assertThat(sidecar.dataFiles("heapdumps")).noneMatch(name -> name.contains("summary"));
            // The problem's remedy works.
            String id = end.at("result").text();
            Json again = DumpJob.start(caller, id + "/analysis").awaitEnd();
            assertThat(again.at("state").text()).as(again.toString()).isEqualTo("done");
        }
    }

    @Test
    void cancelledWhileWaitingForAnotherAnalysis() {
        try (TargetContainer target = TargetContainer.start(large(Jdk.JDK_17));
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            HttpCaller caller = sidecar.readyCaller();
            DumpJob first = DumpJob.start(caller, "/heapdumps").awaitPhase(ANALYSING);
            DumpJob second = DumpJob.start(caller, "/heapdumps").awaitPhase("waiting");
            assertThat(second.now().at("state").text()).isEqualTo("queued");

            second.cancel();

            assertThat(second.awaitEnd().at("state").text()).isEqualTo("cancelled");
            Json end = first.awaitEnd();
            assertThat(end.at("state").text()).as(end.toString()).isEqualTo("done");
            assertThat(sidecar.dataFiles("heapdumps"))
                    .filteredOn(name -> name.endsWith(".hprof"))
                    .as("dumps, which are kept")
                    .hasSize(2);
        }
    }

    @Test
    void targetIsKilledWhileItsDumpIsAnalysed() {
        try (TargetContainer target =
                        TargetContainer.start(large(Jdk.JDK_17).under(Parent.RESTARTER));
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            DumpJob job = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitPhase(ANALYSING);

            target.restart();

            Json end = job.awaitEnd();
            assertThat(end.at("state").text()).as(end.toString()).isEqualTo("done");
        }
    }

    @Test
    void diskIsFullDuringTheAnalysis() throws IOException {
        TargetSpec spec =
                TargetSpec.idle(Jdk.JDK_17, Collector.SERIAL)
                        .withFlags("-Xms100m", "-Xmx100m", "-Xmn80m", "-Dorders=100000");
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target).withDataTmpfs(121 * MEBIBYTE))) {
            HttpCaller caller = sidecar.readyCaller();
            String dump =
                    DumpJob.start(caller, "/heapdumps?analyze=false")
                            .awaitEnd()
                            .at("result")
                            .text();
            List<String> before = sidecar.dataFiles("heapdumps");
            sidecar.fillDisk();

            Json end = DumpJob.start(caller, dump + "/analysis").awaitEnd();

            assertThat(end.at("state").text()).as(end.toString()).isEqualTo("failed");
            assertThat(end.at("problem", "detail").text()).contains("No space left on device");
            assertThat(sidecar.dataFiles("heapdumps")).isEqualTo(before);
            assertThat(sidecar.children()).isEmpty();
        }
    }

    /** JDK 25 has answered by then, with its next step. */
    @ParameterizedTest
    @EnumSource(
            value = Jdk.class,
            names = {"JDK_17", "JDK_25"})
    void targetIsKilledWhileItWrites(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(large(jdk).under(Parent.RESTARTER));
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            DumpJob job = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitPhase(WRITING);

            target.restart();

            Json end = job.awaitEnd();
            assertThat(end.at("state").text()).as(end.toString()).isEqualTo("failed");
            assertThat(end.at("problem", "title").text()).isEqualTo("The target is gone");
            assertThat(sidecar.dataFiles("heapdumps")).isEmpty();
        }
    }

    @Test
    void sidecarIsKilledWhileTheTargetWrites() {
        try (TargetContainer target = TargetContainer.start(large(Jdk.JDK_25));
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            DumpJob job = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitPhase(WRITING);

            sidecar.killAndStartAgain();

            Json end = job.now();
            assertThat(end.at("state").text()).isEqualTo("failed");
            assertThat(end.at("problem", "title").text()).isEqualTo("Interrupted");
            assertThat(sidecar.output()).contains("leftovers removed", ".hprof.part");
            assertThat(sidecar.dataFiles("heapdumps")).isEmpty();
            assertThat(target.isRunning()).isTrue();
        }
    }

    @Test
    void sidecarIsKilledDuringTheAnalysis() {
        try (TargetContainer target = TargetContainer.start(large(Jdk.JDK_17));
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            DumpJob job = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitPhase(ANALYSING);
            long analysis = sidecar.children().getFirst();

            sidecar.killAndStartAgain();

            assertThat(job.now().at("problem", "title").text()).isEqualTo("Interrupted");
            Awaitility.await().until(() -> hasEnded(analysis));
            assertThat(sidecar.dataFiles("heapdumps"))
                    .noneMatch(name -> name.contains(".part"))
                    .anyMatch(name -> name.endsWith(".hprof"));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Jdk.class,
            names = {"JDK_17", "JDK_25"})
    void diskFillsUpDuringTheDump(Jdk jdk) {
        // Small objects are larger in a dump than on the heap: the check expected room. JDK 25
        // writes a segment, and then copies it.
        long room = (jdk == Jdk.JDK_25 ? 242 : 121) * MEBIBYTE;
        TargetSpec spec =
                TargetSpec.idle(jdk, Collector.SERIAL)
                        .withFlags("-Xms100m", "-Xmx100m", "-Xmn10m", "-Dorders=230000");
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withDataTmpfs(room))) {
            Json end = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitEnd();

            assertThat(end.at("state").text()).as(end.toString()).isEqualTo("failed");
            assertThat(end.at("problem", "detail").text())
                    .as("whichever is seen first: the last twentieth is reserved")
                    .containsAnyOf(
                            "No space left on device",
                            "Failed to merge segmented heap file",
                            "the dump exceeds the free space");
            assertThat(sidecar.dataFiles("heapdumps")).isEmpty();
            assertThat(target.isRunning()).isTrue();
            // The target handles commands again.
            assertThat(sidecar.caller().get("/histogram").statusCode()).isEqualTo(200);
        }
    }

    /** The target is PID 1 there, and does not reap orphans. */
    private static boolean hasEnded(long pid) {
        return ProcessHandle.of(pid).flatMap(process -> process.info().command()).isEmpty();
    }

    /** Its dump takes a second or so. */
    private static TargetSpec large(Jdk jdk) {
        return TargetSpec.idle(jdk, Collector.SERIAL)
                .withFlags("-Xms500m", "-Xmx500m", "-Xmn450m", "-Dorders=500000");
    }
}
