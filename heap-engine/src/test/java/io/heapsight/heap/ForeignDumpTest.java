/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.summary.ClassRow;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.ByteSize;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps of writers other than HotSpot: oddities are reported, the rest is analysed. */
class ForeignDumpTest {
    @TempDir private Path directory;

    private HeapSummary analyze(String name) throws Exception {
        try (InputStream dump =
                Objects.requireNonNull(
                        getClass().getResourceAsStream("/foreign/" + name + ".hprof"))) {
            return AnalyzedHeap.of(dump.readAllBytes(), directory, ByteSize.parse("64m")).summary();
        }
    }

    private static ClassRow row(HeapSummary summary, String className) {
        return summary.classes().stream()
                .filter(each -> each.name().equals(className))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void unknownRecordIsSkippedByItsLength() throws Exception {
        HeapSummary summary = analyze("odd8");

        assertThat(summary.file().warnings())
                .containsExactly("a record of unknown kind 0x77 at offset 542, skipped: 13 bytes");
        assertThat(summary.totals().all().objects()).isEqualTo(409);
        assertThat(row(summary, "java.lang.String").totals().all().objects()).isEqualTo(200);
    }

    @Test
    void objectWithTwoRecordsIsCountedOnce() throws Exception {
        HeapSummary summary = analyze("dupids");
        long reachable = summary.totals().split().orElseThrow().reachable().bytes();

        assertThat(summary.file().warnings())
                .containsExactly(
                        "201 records have the address of an object before them: each object is"
                                + " counted once");
        assertThat(row(summary, "java.lang.String").totals().all().objects()).isEqualTo(100);
        assertThat(summary.retained().orElseThrow().biggest())
                .allSatisfy(
                        each -> assertThat(each.retainedBytes()).isLessThanOrEqualTo(reachable));
    }

    @Test
    void sizesAreEstimatesIfIdentifiersAreNumbers() throws Exception {
        HeapSummary summary = analyze("seqids");

        assertThat(summary.file().warnings())
                .containsExactly(
                        "identifiers are numbers, not addresses: sizes are estimates, computed"
                                + " from the fields");
        assertThat(summary.layout().evidence()).endsWith("sizes are estimates");
        assertThat(row(summary, "java.lang.String").totals().all().bytes()).isEqualTo(100 * 24);
    }
}
