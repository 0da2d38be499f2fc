/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;
import java.util.Optional;

/**
 * The summary of a heap dump. An empty part was not requested, or {@link #skipped} contains the
 * reason.
 *
 * @param jdk the version of the dumped JVM, if the dump or the flags contain it
 * @param collector "G1", "Serial", …, if the dump or the flags contain it
 * @param classes all classes, ranked by bytes
 * @param heldOnlyBy in order of strength; empty if the dump was read for a histogram only
 * @param garbage empty if reachability was not requested or was skipped
 * @param garbageRoots empty if reachability or the roots were skipped
 * @param retained empty if dominators were skipped
 * @param threads ranked by retained bytes
 * @param loaders ranked by retained bytes
 * @param peakBytes the peak memory of tables
 */
public record HeapSummary(
        DumpFacts file,
        Optional<String> jdk,
        Optional<String> collector,
        LayoutFacts layout,
        Totals totals,
        List<ClassRow> classes,
        List<HeldOnlyBy> heldOnlyBy,
        Optional<Garbage> garbage,
        Optional<GarbageRoots> garbageRoots,
        Optional<RetainedSizes> retained,
        Optional<Waste> waste,
        List<ThreadRow> threads,
        List<LoaderRow> loaders,
        List<SkippedPhase> skipped,
        double seconds,
        long peakBytes) {
    public HeapSummary {
        classes = List.copyOf(classes);
        heldOnlyBy = List.copyOf(heldOnlyBy);
        threads = List.copyOf(threads);
        loaders = List.copyOf(loaders);
        skipped = List.copyOf(skipped);
    }

    /** The summary with better figures of the garbage than those of the dump. */
    public HeapSummary withGarbage(Garbage known, Totals all, List<ClassRow> rows) {
        return new HeapSummary(
                file,
                jdk,
                collector,
                layout,
                all,
                rows,
                heldOnlyBy,
                Optional.of(known),
                garbageRoots,
                retained,
                waste,
                threads,
                loaders,
                skipped,
                seconds,
                peakBytes);
    }

    /** The problems of the heap, the most severe first. */
    public List<Finding> findings() {
        return Findings.of(this);
    }
}
