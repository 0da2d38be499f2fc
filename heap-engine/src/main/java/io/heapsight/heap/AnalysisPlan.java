/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.AnalysisRequest.Scope;
import io.heapsight.heap.explore.IndexLayout;
import java.util.List;
import java.util.OptionalLong;

/**
 * Gives the counts of a dump's records, and the memory and disk space that each level of its
 * analysis needs.
 *
 * @param fileBytes size of the file
 * @param dumpBytes size of the dump, inflated
 * @param objects in the dump
 * @param reachable number of reachable objects; empty if they were not marked. Each object then
 *     counts as reachable, and the needs are upper bounds
 * @param references other than null, of the objects that count as reachable
 * @param levels from the least work to the most
 */
public record AnalysisPlan(
        long fileBytes,
        long dumpBytes,
        boolean compressed,
        long objects,
        OptionalLong reachable,
        long classes,
        long references,
        List<Level> levels) {
    /**
     * The needs of one level.
     *
     * @param index whether the analysis also writes an index
     * @param tableBytes upper bound of the memory for tables, if none is in a file
     * @param diskBytes for the inflated dump and the index, if all tables are in memory
     */
    public record Level(Scope scope, boolean index, long tableBytes, long diskBytes) {
        public Level(Scope scope, long tableBytes, long diskBytes) {
            this(scope, false, tableBytes, diskBytes);
        }
    }

    public AnalysisPlan {
        levels = List.copyOf(levels);
    }

    /** The bytes of a file and of the dump in it. */
    record Size(long fileBytes, long dumpBytes, boolean compressed) {}

    static AnalysisPlan of(Size size, DumpCounts counts, OptionalLong reachable, long classes) {
        long disk = size.compressed ? size.dumpBytes : 0;
        return new AnalysisPlan(
                size.fileBytes,
                size.dumpBytes,
                size.compressed,
                counts.objects(),
                reachable,
                classes,
                counts.graph().edges(),
                List.of(
                        new Level(Scope.HISTOGRAM, counts.histogramBytes(), disk),
                        new Level(Scope.GARBAGE, counts.garbageBytes(), disk),
                        new Level(Scope.EVERYTHING, counts.everythingBytes(), disk),
                        new Level(
                                Scope.EVERYTHING,
                                true,
                                counts.indexedBytes(),
                                disk + IndexLayout.mostBytes(size.dumpBytes))));
    }
}
