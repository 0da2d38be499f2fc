/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Analyzed;
import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.StartsFirst;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import io.heapsight.tests.harness.TargetSpec.Parent;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A target that neither reaches the sidecar nor has disk space writes its dump into a FIFO. It is
 * paused while the FIFO has no reader. Whatever happens to the reader, the target continues and no
 * file is left.
 */
@NeedsDocker
@StartsFirst
class FifoDumpTest {
    private static final int ORDERS = 20_000;
    private static final long MEBIBYTE = 1 << 20;
    private static final String WRITING = "the target writes, and we read";
    private static final String READER = "io.heapsight.attach.FifoMain";

    @ParameterizedTest
    @CsvSource({"JDK_11, false", "JDK_17, false", "JDK_17, true", "JDK_21, false"})
    void aDumpComesWithoutRoomInTheTarget(Jdk jdk, boolean gzip) {
        TargetSpec spec = cramped(jdk, "-Xms100m", "-Xmx100m", "-Xmn80m", "-Dorders=" + ORDERS);
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target).withHeapDumps())) {
            HttpCaller caller = sidecar.readyCaller();
            String foreseen = caller.getJson("/doctor").body();

            Json job = DumpJob.start(caller, "/heapdumps?gzip=" + gzip).awaitEnd();

            assertThat(foreseen).contains("through a FIFO in /tmp of the target, because");
            assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
            Json dump = DumpJob.newestDump(caller);
            assertThat(dump.at("way").text())
                    .startsWith("through a FIFO in /tmp of the target, because")
                    .contains("/tmp has free ");
            assertThat(dump.at("gzip").isTrue()).isEqualTo(gzip);
            Analyzed analyzed =
                    new Analyzed(Json.parse(caller.getJson(job.at("result").text()).body()));
            assertThat(analyzed.unreachableOf("com.acme.Order").objects()).isEqualTo(ORDERS / 2);
            assertNothingIsLeftIn(target);
            assertThat(sidecar.children(READER)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Jdk.class,
            names = {"JDK_8", "JDK_25"})
    void aJvmThatCanNotWriteIntoAFifoIsNotAsked(Jdk jdk) {
        TargetSpec spec = cramped(jdk, "-Xms100m", "-Xmx100m");
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target).withHeapDumps())) {
            HttpResponse<String> refused = sidecar.readyCaller().post("/heapdumps");

            assertThat(refused.statusCode()).isEqualTo(507);
            assertThat(Json.parse(refused.body()).at("title").text())
                    .isEqualTo("No path for a heap dump has enough space");
            assertNothingIsLeftIn(target);
        }
    }

    @Test
    void stallingReaderIsKilled() {
        try (TargetContainer target = TargetContainer.start(large());
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target).withHeapDumps())) {
            DumpJob job = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitPhase(WRITING);

            Ran.run(List.of("kill", "-STOP", reader(sidecar))).outOrThrow();

            Json end = job.awaitEnd();
            assertThat(end.at("state").text()).as(end.toString()).isEqualTo("failed");
            assertThat(end.at("problem", "title").text())
                    .isEqualTo("The sidecar did not read fast enough");
            assertTargetGoesOn(target, sidecar);
        }
    }

    /** The target is paused as long as the sidecar is, but no longer. */
    @Test
    void pausedSidecarReleasesTheTargetWhenItResumes() {
        try (TargetContainer target = TargetContainer.start(large());
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target).withHeapDumps())) {
            DumpJob job = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitPhase(WRITING);
            sidecar.freeze();
            Awaitility.await().pollDelay(Duration.ofSeconds(7)).until(() -> true);
            sidecar.unfreeze();
            long thawed = System.nanoTime();

            assertThat(job.awaitEnd().at("state").text()).isEqualTo("failed");
            assertTargetGoesOn(target, sidecar);
            assertThat(Duration.ofNanos(System.nanoTime() - thawed))
                    .isLessThan(Duration.ofSeconds(4));
        }
    }

    @Test
    void readerIsKilled() {
        try (TargetContainer target = TargetContainer.start(large());
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target).withHeapDumps())) {
            DumpJob job = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitPhase(WRITING);

            Ran.run(List.of("kill", "-KILL", reader(sidecar))).outOrThrow();

            Json end = job.awaitEnd();
            assertThat(end.at("state").text()).as(end.toString()).isEqualTo("failed");
            assertThat(end.at("problem", "detail").text()).contains("exit code 137");
            assertTargetGoesOn(target, sidecar);
        }
    }

    @Test
    void cancelledWhileTheTargetWrites() {
        try (TargetContainer target = TargetContainer.start(large());
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target).withHeapDumps())) {
            DumpJob job = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitPhase(WRITING);

            job.cancel();

            Json end = job.awaitEnd();
            assertThat(end.at("state").text()).as(end.toString()).isEqualTo("cancelled");
            assertTargetGoesOn(target, sidecar);
        }
    }

    @Test
    void sidecarIsKilledWhileTheTargetWrites() {
        try (TargetContainer target = TargetContainer.start(large());
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target).withHeapDumps())) {
            DumpJob job = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitPhase(WRITING);

            sidecar.killAndStartAgain();

            assertThat(job.now().at("problem", "title").text()).isEqualTo("Interrupted");
            sidecar.readyCaller();
            Awaitility.await().until(() -> target.heapsightFiles().isEmpty());
            assertTargetGoesOn(target, sidecar);
        }
    }

    @Test
    void targetIsKilledWhileItWrites() {
        try (TargetContainer target = TargetContainer.start(large().under(Parent.RESTARTER));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target).withHeapDumps())) {
            DumpJob job = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitPhase(WRITING);

            target.restart();

            Json end = job.awaitEnd();
            assertThat(end.at("state").text()).as(end.toString()).isEqualTo("failed");
            assertThat(end.at("problem", "title").text())
                    .as("not a truncated answer or missing files")
                    .isEqualTo("The target is gone");
            assertThat(sidecar.dataFiles("heapdumps")).isEmpty();
            assertThat(sidecar.children(READER)).isEmpty();
            Awaitility.await().until(() -> target.heapsightFiles().isEmpty());
        }
    }

    @Test
    void ourDiskIsFullWhileTheTargetWrites() {
        // Small objects are larger in a dump than on the heap: the check expected room.
        TargetSpec spec = cramped(Jdk.JDK_17, "-Xms100m", "-Xmx100m", "-Xmn10m", "-Dorders=230000");
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.unreachableBeside(target)
                                        .withDataTmpfs(121 * MEBIBYTE))) {
            Json end = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitEnd();

            assertThat(end.at("state").text()).as(end.toString()).isEqualTo("failed");
            assertThat(end.at("problem", "detail").text())
                    .as("whichever is seen first: the last twentieth is reserved")
                    .containsAnyOf("No space left on device", "the dump exceeds the free space");
            assertTargetGoesOn(target, sidecar);
        }
    }

    private static void assertTargetGoesOn(TargetContainer target, SidecarContainer sidecar) {
        assertThat(target.isRunning()).isTrue();
        // It handles commands again.
        assertThat(sidecar.caller().get("/histogram").statusCode()).isEqualTo(200);
        assertThat(sidecar.dataFiles("heapdumps")).isEmpty();
        assertThat(sidecar.children(READER)).isEmpty();
        assertNothingIsLeftIn(target);
    }

    private static void assertNothingIsLeftIn(TargetContainer target) {
        assertThat(target.heapsightFiles()).isEmpty();
    }

    private static String reader(SidecarContainer sidecar) {
        return sidecar.children(READER).getFirst().toString();
    }

    /** Its dump takes a second or so. */
    private static TargetSpec large() {
        return cramped(Jdk.JDK_17, "-Xms500m", "-Xmx500m", "-Xmn450m", "-Dorders=500000");
    }

    private static TargetSpec cramped(Jdk jdk, String... flags) {
        return TargetSpec.idle(jdk, Collector.SERIAL)
                .withFlags(flags)
                .withReadOnlyRoot()
                .withTmpfs("/tmp", "size=1m,mode=1777");
    }
}
