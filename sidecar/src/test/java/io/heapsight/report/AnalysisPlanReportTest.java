/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.AnalysisPlan;
import io.heapsight.heap.AnalysisRequest.Scope;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The text and the document of a plan. */
class AnalysisPlanReportTest {
    private static final AnalysisPlan PLAN =
            new AnalysisPlan(
                    100_000_000,
                    400_000_000,
                    true,
                    8_000_000,
                    OptionalLong.of(5_000_000),
                    1_234,
                    12_000_000,
                    List.of(
                            new AnalysisPlan.Level(Scope.HISTOGRAM, 100_000, 400_000_000),
                            new AnalysisPlan.Level(Scope.GARBAGE, 16 << 20, 400_000_000),
                            new AnalysisPlan.Level(Scope.EVERYTHING, 300 << 20, 400_000_000),
                            new AnalysisPlan.Level(
                                    Scope.EVERYTHING, true, 330 << 20, 520_000_000)));

    @Test
    void theTextHasTheResourcesOfAContainer() {
        assertThat(new AnalysisPlanReport("s3://dumps/a.hprof.gz", true, 4, PLAN).text())
                .startsWith(
                        "s3://dumps/a.hprof.gz: 381.5 MiB, 8,000,000 objects (5,000,000 reachable), 12,000,000"
                                + " references, 1,234 classes")
                .contains("everything  300.0 MiB         512Mi  476.8 MiB")
                .contains("index       330.0 MiB         560Mi  591.3 MiB")
                .contains("requests: {cpu: \"4\", memory: 560Mi, ephemeral-storage: 720Mi}");
    }

    @Test
    void aLocalDumpInMemoryNeedsNoDisk() {
        AnalysisPlan plain =
                new AnalysisPlan(
                        400,
                        400,
                        false,
                        5,
                        OptionalLong.empty(),
                        3,
                        4,
                        List.of(new AnalysisPlan.Level(Scope.EVERYTHING, 1 << 20, 0)));
        assertThat(new AnalysisPlanReport("a.hprof", false, 1, plain).text())
                .contains("5 objects (all counted as reachable: upper bounds)")
                .contains("limits: {memory: 128Mi}")
                .doesNotContain("stored");
        assertThat(new AnalysisPlanReport("s3://dumps/a.hprof", true, 1, plain).text())
                .contains("400 B read, none stored.")
                .contains("limits: {memory: 512Mi"); // of the download
    }

    @Test
    void theDocumentHasTheLevels() {
        assertThat(new AnalysisPlanReport("a.hprof", false, 4, PLAN).json())
                .contains("\"level\":\"everything\",\"tableBytes\":314572800")
                .contains("\"level\":\"index\",\"tableBytes\":346030080")
                .contains("\"reachableObjects\":5000000")
                .contains("\"memoryLimitBytes\":536870912")
                .contains("\"cores\":4");
    }
}
