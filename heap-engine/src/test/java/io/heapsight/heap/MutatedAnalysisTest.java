/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.DumpFormat;
import io.heapsight.hprof.Framing;
import io.heapsight.hprof.HprofFormatException;
import io.heapsight.hprof.RandomHeap;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Mutants;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mutated dumps, analysed with little memory: each ends in a result, in an error with the position
 * of the fault, or in one that names the memory needed.
 */
class MutatedAnalysisTest {
    private static final int HEAPS = 50;
    private static final ByteSize MEMORY = ByteSize.parse("16m");

    @TempDir Path directory;

    @Test
    void mutatedDumpsAreAnalysedOrRefused() {
        List<byte[]> dumps = new ArrayList<>();
        for (int seed = 0; seed < HEAPS; seed++) {
            for (Framing framing : Framing.values()) {
                DumpFormat format = DumpFormat.HOTSPOT.framing(framing).segmentBytes(500);
                dumps.add(new RandomHeap(seed, 40).dump().format(format).bytes());
            }
        }
        Mutants.of(dumps)
                .areReadOrRefused(
                        this::analyze, List.of(HprofFormatException.class, ProblemException.class));
    }

    private void analyze(byte[] dump) throws Exception {
        HeapSummary summary = AnalyzedHeap.of(dump, directory, MEMORY).summary();
        assertThat(summary.peakBytes()).isLessThanOrEqualTo(MEMORY.bytes());
    }
}
