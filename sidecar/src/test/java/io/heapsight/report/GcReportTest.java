/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.gc.GcActivities;
import io.heapsight.gc.GcActivity;
import io.heapsight.gc.GcEnvironment;
import io.heapsight.gc.GcTroubles;
import io.heapsight.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GcReportTest {
    private static final GcReport EXPLICIT =
            new GcReport(
                    "7 (Shop)",
                    Optional.of(new SharedJsonShapes.Target(7, "Shop")),
                    GcActivities.explicit());

    @Test
    void answerComesFirstThenRankedFindings() {
        assertThat(EXPLICIT.text())
                .startsWith("7 (Shop): It is the collector (System.gc()): G1 stopped")
                .contains("1. medium: The program or a library calls System.gc().")
                .contains("change: -XX:+ExplicitGCInvokesConcurrent")
                .contains("p50 5.0 ms to 10.0 ms, p99 30.0")
                .contains("full:      100, 12.00 s in total, left 100.0 MiB in use")
                .contains("System.gc() 100, 12.00 s (longest 250.0 ms)")
                .contains("2026-11-28T12:00:00Z");
    }

    @Test
    void documentHasTheAnswerAndItsFigures() throws IOException {
        JsonObject document = JsonObject.parse(EXPLICIT.json());

        assertThat(document.text("answer")).isEqualTo("yes");
        assertThat(document.text("verdict")).startsWith("It is the collector (System.gc())");
        assertThat(EXPLICIT.json()).contains("\"kind\":\"explicit-gc\"", "\"jdkFeature\":25");
    }

    @Test
    void unknownFiguresAreDashesAndNulls() {
        GcReport report =
                new GcReport(
                        "gc.log",
                        Optional.empty(),
                        new GcActivity(
                                "",
                                0,
                                Double.NaN,
                                GcActivity.PauseTotals.UNKNOWN,
                                List.of(),
                                List.of(),
                                GcActivity.FullCollections.UNKNOWN,
                                GcActivity.GcHeap.UNKNOWN,
                                GcActivity.GcOverhead.UNKNOWN,
                                GcTroubles.UNKNOWN,
                                GcEnvironment.UNKNOWN,
                                List.of("nothing was read")));
        assertThat(report.text())
                .startsWith("gc.log: Whether it is the collector is unknown: ")
                .contains("note: nothing was read")
                .doesNotContain("NaN");
        assertThat(report.json())
                .contains("\"answer\":\"unknown\"", "\"jdkFeature\":null", "\"target\":null")
                .doesNotContain("NaN");
    }
}
