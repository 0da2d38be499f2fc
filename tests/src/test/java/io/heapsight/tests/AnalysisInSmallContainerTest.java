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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Garbage of a dump that is more than twice as large as the memory of the sidecar's container,
 * pages of the file included.
 */
@NeedsDocker
@StartsFirst
class AnalysisInSmallContainerTest {
    private static final int ORDERS = 500_000;
    private static final long MEMORY = 120 << 20;
    private static final long SIDECAR_MEMORY = 192 << 20;
    private static final String DUMP = "/tmp/heap.hprof";

    /** Within a configured bound, and within the container's limit. */
    @ParameterizedTest
    @ValueSource(strings = {"--max-memory=32m", "--top=100000"})
    void garbageOfADumpTwiceAsLargeAsTheMemory(String option) {
        // The young generation holds all of it, so that nothing is collected.
        TargetSpec spec =
                TargetSpec.of(Jdk.JDK_25, "Idle")
                        .with(Collector.SERIAL)
                        .withFlags("-Xms500m", "-Xmx500m", "-Xmn450m", "-Dorders=" + ORDERS);
        try (TargetContainer target = TargetContainer.start(spec)) {
            target.jcmd("1", "GC.heap_dump", "-all", DUMP).outOrThrow();
            assertThat(bytes(target)).isGreaterThan(2 * MEMORY);
            forgetPages(target);

            Ran ran =
                    SidecarContainer.run(
                            SidecarSpec.beside(target).withMemory(MEMORY),
                            "analyze",
                            "/proc/1/root" + DUMP,
                            "--only=garbage",
                            option,
                            "--format=json");

            Analyzed summary = new Analyzed(Json.parse(ran.outOrThrow()));
            assertThat(summary.of("com.acme.Order").objects()).isEqualTo(ORDERS);
            assertThat(summary.unreachableOf("com.acme.Order").objects()).isEqualTo(ORDERS / 2);
            assertThat(summary.unreachableOf("com.acme.Order$Line").objects())
                    .isEqualTo(10L * ORDERS / 2);
        }
    }

    /**
     * The line of docs/sizing.md: the tables are ten times as large as the available memory, and
     * are in files.
     */
    @Test
    void sidecarWith192MebibytesAnalysesTwentyMillionObjects() {
        int orders = 1_600_000;
        TargetSpec spec =
                TargetSpec.of(Jdk.JDK_25, "Idle")
                        .with(Collector.SERIAL)
                        .withFlags("-Xms1700m", "-Xmx1700m", "-Xmn1600m", "-Dorders=" + orders);
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withHeapDumps()
                                        .withMemory(SIDECAR_MEMORY))) {
            HttpCaller caller = sidecar.readyCaller();

            Json job = DumpJob.start(caller, "/heapdumps").awaitEnd();

            assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
            Json document = Json.parse(caller.getJson(job.at("result").text()).body());
            Analyzed summary = new Analyzed(document);
            assertThat(summary.total("all").objects()).isGreaterThan(20_000_000);
            assertThat(summary.unreachableOf("com.acme.Order").objects()).isEqualTo(orders / 2);
            assertThat(document.at("skipped").items()).isEmpty();
            assertThat(document.at("biggest").items()).isNotEmpty();
            assertThat(sidecar.isRunning()).isTrue();
        }
    }

    private static long bytes(TargetContainer target) {
        return Long.parseLong(target.exec("stat", "-c", "%s", DUMP).outOrThrow().strip());
    }

    /** Pages that the target's container has in memory would not be charged to the sidecar's. */
    private static void forgetPages(TargetContainer target) {
        target.exec("sync", DUMP).outOrThrow();
        target.exec("dd", "if=" + DUMP, "iflag=nocache", "count=0").outOrThrow();
    }
}
