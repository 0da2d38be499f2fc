/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.heapsight.hprof.DumpFormat;
import io.heapsight.hprof.Framing;
import io.heapsight.hprof.HprofFormatException;
import io.heapsight.hprof.Mutation;
import io.heapsight.hprof.RandomHeap;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spoilt dumps, analysed with little memory: each ends in a result, in an error that says where it
 * is wrong, or in one that says what memory it needs; and soon.
 */
class MutatedAnalysisTest {
    private static final int MUTANTS = 10_000;
    private static final ByteSize MEMORY = ByteSize.parse("16m");
    private static final Duration LONGEST = Duration.ofSeconds(5);

    @TempDir Path directory;

    @Test
    void spoiltDumpsAreAnalysedOrRefused() throws Exception {
        int refused = 0;
        for (int seed = 0; seed < MUTANTS; seed++) {
            Framing framing = List.of(Framing.values()).get(seed % Framing.values().length);
            DumpFormat format = DumpFormat.HOTSPOT.framing(framing).segmentBytes(500);
            byte[] dump = new RandomHeap(seed % 50, 40).dump().format(format).bytes();
            long began = System.nanoTime();
            try {
                HeapSummary summary =
                        AnalyzedHeap.of(Mutation.of(dump, seed), directory, MEMORY).summary();
                assertThat(summary.peakBytes()).isLessThanOrEqualTo(MEMORY.bytes());
            } catch (HprofFormatException | ProblemException _) {
                refused++;
            } catch (RuntimeException | Error e) {
                fail("mutant of seed " + seed, e);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("mutant of seed %d", seed)
                    .isLessThan(LONGEST);
        }
        assertThat(refused).isBetween(MUTANTS / 20, MUTANTS * 9 / 10);
    }
}
