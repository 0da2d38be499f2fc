/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;
import java.util.Optional;

/**
 * What a heap dump tells. A part that is empty was not asked for, or {@link #skipped} says why.
 *
 * @param jdk the version of the JVM that was dumped, when the dump or the flags tell
 * @param collector "G1", "Serial", …, when the dump or the flags tell
 * @param classes all of them, the most bytes first
 * @param heldOnlyBy in order of strength; none when the dump was read for a histogram only
 * @param garbage empty when it was not asked what is reachable, or reachability was left out
 * @param garbageRoots empty when reachability or the roots were left out
 * @param retained empty when dominators were left out
 * @param threads those that retain most first
 * @param loaders those that retain most first
 * @param peakBytes the most memory that tables took at a time
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
        List<Skipped> skipped,
        double seconds,
        long peakBytes) {
    public HeapSummary {
        classes = List.copyOf(classes);
        heldOnlyBy = List.copyOf(heldOnlyBy);
        threads = List.copyOf(threads);
        loaders = List.copyOf(loaders);
        skipped = List.copyOf(skipped);
    }

    /** The same, where more is known of the garbage than the dump tells. */
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

    /** What is wrong with the heap, the most pressing first. */
    public List<Finding> findings() {
        return Findings.of(this);
    }
}
