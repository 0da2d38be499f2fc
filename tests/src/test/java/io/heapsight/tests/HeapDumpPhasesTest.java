/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import io.heapsight.tests.harness.TargetSpec.Parent;
import java.net.http.HttpResponse;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * The longest path of a dump, of a target that can't reach us and can't compress, interrupted in
 * each of its phases. No file is left here or there, and the job says what happened.
 */
@NeedsDocker
class HeapDumpPhasesTest {
    private static final String DUMP = "/heapdumps?gzip=true&analyze=false";
    private static final List<String> PHASES =
            List.of("the target writes", "copying", "compressing");
    private static final long MEBIBYTE = 1 << 20;

    @Test
    void cancelledInEachPhase() {
        try (TargetContainer target = TargetContainer.start(large());
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target).withHeapDumps())) {
            sidecar.readyCaller();
            for (String phase : PHASES) {
                DumpJob job = DumpJob.start(sidecar.caller(), DUMP).awaitPhase(phase);

                job.cancel();

                assertEnd(job, "cancelled", phase);
                assertNothingIsLeft(target, sidecar, phase);
                assertThat(target.isRunning()).as(phase).isTrue();
            }
            assertEnd(DumpJob.start(sidecar.caller(), DUMP), "done", "left alone");
        }
    }

    @Test
    void sidecarIsKilledInEachPhase() {
        try (TargetContainer target = TargetContainer.start(large());
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target).withHeapDumps())) {
            for (String phase : PHASES) {
                sidecar.readyCaller();
                DumpJob job = DumpJob.start(sidecar.caller(), DUMP).awaitPhase(phase);

                sidecar.killAndStartAgain();

                Json end = assertEnd(job, "failed", phase);
                assertThat(end.at("problem", "title").text()).as(phase).isEqualTo("Interrupted");
                assertThat(sidecar.dataFiles("heapdumps")).as(phase).isEmpty();
                // Checked when the target is found again.
                Awaitility.await().until(() -> target.heapsightFiles().isEmpty());
                assertThat(target.isRunning()).as(phase).isTrue();
            }
        }
    }

    @Test
    void targetIsKilledInEachPhase() {
        try (TargetContainer target = TargetContainer.start(large().under(Parent.RESTARTER));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target).withHeapDumps())) {
            sidecar.readyCaller();
            for (String phase : PHASES) {
                DumpJob job = started(sidecar).awaitPhase(phase);

                target.restart();

                // Copied data no longer needs the target.
                assertEnd(job, phase.equals("compressing") ? "done" : "failed", phase);
                assertThat(sidecar.dataFiles("heapdumps"))
                        .as(phase)
                        .noneMatch(name -> name.contains(".part"));
                Awaitility.await().until(() -> target.heapsightFiles().isEmpty());
            }
        }
    }

    @Test
    void targetsDiskFillsUpDuringTheDump() {
        TargetSpec spec = heapOfSmallObjects().withTmpfs("/tmp", "size=121m,mode=1777");
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target)
                                        .withHeapDumps()
                                        .withEnvironment("HEAPSIGHT_DUMP_DIR", "/tmp"))) {
            sidecar.readyCaller();

            Json end = DumpJob.start(sidecar.caller(), "/heapdumps").awaitEnd();

            assertThat(end.at("problem", "detail").text())
                    .as("whichever is seen first: the last twentieth is reserved")
                    .containsAnyOf("No space left on device", "the dump exceeds the free space");
            assertNothingIsLeft(target, sidecar, "writing");
            assertThat(target.isRunning()).isTrue();
        }
    }

    @Test
    void ourDiskIsFullDuringTheCopy() {
        try (TargetContainer target = TargetContainer.start(heapOfSmallObjects());
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target)
                                        .withDataTmpfs(121 * MEBIBYTE))) {
            sidecar.readyCaller();

            Json end = DumpJob.start(sidecar.caller(), "/heapdumps").awaitEnd();

            assertThat(end.at("problem", "title").text())
                    .isEqualTo("The heap dump could not be stored");
            assertThat(end.at("problem", "detail").text())
                    .containsAnyOf("No space left on device", "can be used");
            assertNothingIsLeft(target, sidecar, "copying");
        }
    }

    private static Json assertEnd(DumpJob job, String state, String phase) {
        Json end = job.awaitEnd();
        assertThat(end.at("state").text()).as("%s: %s", phase, end).isEqualTo(state);
        return end;
    }

    private static void assertNothingIsLeft(
            TargetContainer target, SidecarContainer sidecar, String phase) {
        assertThat(sidecar.dataFiles("heapdumps")).as(phase).isEmpty();
        assertThat(target.heapsightFiles()).as(phase).isEmpty();
    }

    /** As soon as the JVM after the killed one is followed. */
    private static DumpJob started(SidecarContainer sidecar) {
        HttpResponse<String> accepted =
                Awaitility.await()
                        .until(
                                () -> sidecar.caller().post(DUMP),
                                answer -> answer.statusCode() == 202);
        return DumpJob.of(sidecar.caller(), accepted);
    }

    /** Each phase takes half a second or more. */
    private static TargetSpec large() {
        return TargetSpec.idle(Jdk.JDK_8, Collector.SERIAL)
                .withFlags("-Xms500m", "-Xmx500m", "-Xmn450m", "-Dorders=500000");
    }

    /** Small objects are larger in a dump than on the heap: the check expects room. */
    private static TargetSpec heapOfSmallObjects() {
        return TargetSpec.idle(Jdk.JDK_17, Collector.SERIAL)
                .withFlags("-Xms100m", "-Xmx100m", "-Xmn10m", "-Dorders=230000");
    }
}
