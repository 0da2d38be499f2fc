/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A completely analysed dump, with the line that the analysis wrote for each object. */
record AnalyzedHeap(HeapSummary summary, Map<Long, Line> objects) {
    /**
     * A reachable object.
     *
     * @param dominator its immediate dominator, 0 below the root
     */
    record Line(String className, long shallowBytes, long retainedBytes, long dominator) {}

    /** Analyses bytes in a directory of its own. */
    static AnalyzedHeap of(byte[] dump, Path directory, ByteSize memory)
            throws IOException, ProblemException {
        Path file = Files.write(directory.resolve("dump.hprof"), dump);
        Path objects = directory.resolve("objects.tsv");
        Files.deleteIfExists(objects);
        AnalysisRequest request =
                new AnalysisRequest(
                        file,
                        memory,
                        10,
                        HeapFlags.NONE,
                        AnalysisRequest.Scope.EVERYTHING,
                        Optional.of(objects),
                        true,
                        directory);
        HeapSummary summary =
                new HeapAnalyzer().analyze(request, Progress.SILENT, new CancelSignal());
        Map<Long, Line> lines = new HashMap<>();
        if (Files.exists(objects)) {
            for (String line : Files.readAllLines(objects)) {
                String[] words = line.split("\t", -1);
                lines.put(
                        Long.decode(words[0]),
                        new Line(
                                words[1],
                                Long.parseLong(words[2]),
                                Long.parseLong(words[3]),
                                words[4].equals("-") ? 0 : Long.decode(words[4])));
            }
        }
        return new AnalyzedHeap(summary, lines);
    }
}
