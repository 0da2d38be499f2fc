/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.dominators.GraphSize;
import io.heapsight.heap.dominators.RetainedBytes;
import io.heapsight.heap.index.GcRoots;
import io.heapsight.heap.index.IndexMemoryEstimate;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.LongArray;
import io.heapsight.heap.memory.LongList;
import io.heapsight.heap.reachability.ObjectNumbers;
import io.heapsight.heap.retained.Referrers;
import io.heapsight.heap.suspects.SuspectFinder;
import io.heapsight.heap.waste.ContentTable;

/**
 * Holds the counts of a dump's objects, GC roots and references, and computes the memory of the
 * analysis' tables from them.
 *
 * @param objects all
 * @param located objects whose positions are in the index: all or none
 * @param roots GC roots
 * @param pages of 64 KiB of heap that have an object
 * @param postponed referents of weak, soft, … references, which marking defers
 * @param tracingBytes memory that all threads need to trace garbage
 * @param perhapsFiller upper bound of unreachable arrays that may be filler
 * @param graph of the reachable objects
 * @param strings different contents of strings
 * @param arrays different contents of the arrays that are compared
 * @param threads of the analysis
 */
record DumpCounts(
        long objects,
        long located,
        long roots,
        long pages,
        long postponed,
        long tracingBytes,
        long perhapsFiller,
        GraphSize graph,
        long strings,
        long arrays,
        int threads) {
    /** Returns the memory for the roots, the only table for counting classes. */
    long histogramBytes() {
        return GcRoots.bytesWhileReading(roots);
    }

    /**
     * Returns the memory of an analysis that reads the dump, marks its objects and traces garbage.
     * Each phase needs the index and its own lists; the largest phase counts.
     */
    long garbageBytes() {
        long reading = IndexMemoryEstimate.ofPages(pages) + histogramBytes();
        long marking = indexBytes() + LongList.bytesNeeded(postponed, threads);
        long tracing = indexBytes() + tracingBytes + LongList.bytesNeeded(perhapsFiller, threads);
        return Math.max(reading, Math.max(marking, tracing));
    }

    private long indexBytes() {
        return IndexMemoryEstimate.ofPages(pages)
                + GcRoots.bytesNeeded(roots)
                + IndexMemoryEstimate.ofPositions(located);
    }

    /** Returns the memory of the largest phase; each phase holds other tables. */
    long everythingBytes() {
        long base = indexBytes() + ObjectNumbers.bytesNeeded(pages) + IntArray.bytesNeeded(roots);
        long marking = base + LongList.bytesNeeded(postponed, threads);
        return Math.max(
                Math.max(garbageBytes(), marking),
                base + Math.max(Math.max(building(), dominatorsOfLeaves()), suspects()));
    }

    /** Like {@link #everythingBytes}, for an analysis that also writes an index. */
    long indexedBytes() {
        long base = indexBytes() + ObjectNumbers.bytesNeeded(pages) + IntArray.bytesNeeded(roots);
        long inverting = graph.storedBytes() + invertedBytes();
        long writing =
                invertedBytes()
                        + retainedBytes()
                        + LongArray.bytesNeeded(pages * ObjectIndex.BLOCKS);
        return Math.max(everythingBytes(), base + Math.max(inverting, writing));
    }

    /** The dominators and the referrers. */
    private long invertedBytes() {
        return graph.treeBytes()
                + IntArray.bytesNeeded(graph.leaves())
                + Referrers.bytesNeeded(graph.nodes() + graph.leaves(), graph.edges());
    }

    private long building() {
        return graph.storedBytes()
                + graph.builderBytes()
                + ContentTable.bytesNeeded(strings, threads);
    }

    private long dominatorsOfLeaves() {
        return graph.storedBytes() + graph.treeBytes() + IntArray.bytesNeeded(graph.leaves());
    }

    private long suspects() {
        return graph.treeBytes()
                + IntArray.bytesNeeded(graph.leaves())
                + retainedBytes()
                + SuspectFinder.bytesNeeded(graph.nodes())
                + ContentTable.bytesNeeded(arrays, threads);
    }

    private long retainedBytes() {
        return RetainedBytes.bytesNeeded(graph.nodes()) + IntArray.bytesNeeded(graph.nodes() + 1);
    }
}
