/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.diff;

import java.util.Comparator;
import java.util.List;

/**
 * One row of a heap diff: a class, a package or a holder in two dumps.
 *
 * @param path its name; for a holder also the classes above it in the dominator tree, from the top
 */
public record HeapDiffRow(List<String> path, Figures before, Figures after) {
    /** Orders by growth of retained bytes, the largest first. */
    public static final Comparator<HeapDiffRow> MOST_FIRST =
            Comparator.comparingLong((HeapDiffRow it) -> it.by().retainedBytes())
                    .thenComparingInt(it -> -it.path().size())
                    .thenComparingLong(it -> it.by().shallowBytes())
                    .thenComparingLong(it -> it.by().objects())
                    .reversed()
                    .thenComparing(HeapDiffRow::name);

    /**
     * Figures of a class, package or holder in one dump, or the difference between two dumps.
     *
     * @param objects reachable objects
     * @param shallowBytes of these objects
     * @param retainedBytes by these objects
     */
    public record Figures(long objects, long shallowBytes, long retainedBytes) {
        public static final Figures NONE = new Figures(0, 0, 0);

        public Figures plus(Figures other) {
            return new Figures(
                    objects + other.objects,
                    shallowBytes + other.shallowBytes,
                    retainedBytes + other.retainedBytes);
        }

        public Figures minus(Figures other) {
            return new Figures(
                    objects - other.objects,
                    shallowBytes - other.shallowBytes,
                    retainedBytes - other.retainedBytes);
        }
    }

    /**
     * The rows that grew most.
     *
     * @param total number of rows before the cut
     */
    public record Ranking(List<HeapDiffRow> rows, long total) {
        /** The first rows of a list. */
        public static Ranking firstOf(List<HeapDiffRow> all, int most) {
            List<HeapDiffRow> sorted = all.stream().sorted(HeapDiffRow.MOST_FIRST).toList();
            return new Ranking(
                    List.copyOf(sorted.subList(0, Math.min(most, sorted.size()))), sorted.size());
        }
    }

    /** "com.acme.Cache (class) > java.util.HashMap". */
    public String name() {
        return String.join(" > ", path);
    }

    /** The difference, negative if it shrank. */
    public Figures by() {
        return after.minus(before);
    }
}
