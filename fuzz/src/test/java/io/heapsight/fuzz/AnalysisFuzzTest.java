/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.hprof.HprofFormatException;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/**
 * Any bytes end in a summary within the memory limit, in {@link HprofFormatException}, or in the
 * problem that names the memory needed.
 */
class AnalysisFuzzTest {
    private static final ByteSize MEMORY = ByteSize.parse("16m");
    private static final int TOP = 10;

    @TempDir static Path directory;

    @FuzzTest(maxDuration = "40s")
    void dumpIsAnalysedOrRefused(byte[] dump) throws IOException {
        Path file = Files.write(directory.resolve("dump.hprof"), dump);
        AnalysisRequest request =
                new AnalysisRequest(
                        file,
                        MEMORY,
                        TOP,
                        HeapFlags.NONE,
                        AnalysisRequest.Scope.EVERYTHING,
                        Optional.of(directory.resolve("objects.tsv")),
                        true,
                        directory);
        try {
            HeapSummary summary =
                    new HeapAnalyzer().analyze(request, Progress.SILENT, new CancelSignal());
            if (summary.peakBytes() > MEMORY.bytes()) {
                throw new AssertionError("took " + summary.peakBytes() + " bytes");
            }
        } catch (HprofFormatException | ProblemException _) {
            // The other allowed results.
        }
    }
}
