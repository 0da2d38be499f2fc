/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.summary.Total;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The figures of a heap summary for the metrics.
 *
 * @param heapdump the dump's id
 * @param takenAt time of the dump
 * @param heapBytes all bytes except filler
 * @param bounds of the garbage; empty for a summary of an older version
 * @param unreachableClasses most bytes first
 * @param retaining classes by retained size, largest first; empty if dominators were skipped
 */
public record SummaryFigures(
        String heapdump,
        Instant takenAt,
        long heapBytes,
        Total unreachable,
        Optional<Bounds> bounds,
        List<ClassBytes> unreachableClasses,
        List<ClassBytes> retaining) {
    /** A class with a number of bytes; classes with the same name are merged. */
    public record ClassBytes(String name, long bytes) {}

    /** Lower and upper bound of the garbage. */
    public record Bounds(Total atLeast, Total atMost) {}

    private record Sums(long unreachable, long retained) {
        Sums plus(Sums other) {
            return new Sums(unreachable + other.unreachable, retained + other.retained);
        }
    }

    /**
     * Extracts the figures from a summary.
     *
     * @param top number of classes of each kind
     */
    public static SummaryFigures of(SummaryClasses summary, DumpRecord dump, int top) {
        Map<String, Sums> classes = new HashMap<>();
        for (SummaryClasses.Row row : summary.classes()) {
            classes.merge(
                    row.name(),
                    new Sums(row.unreachable().bytes(), row.retainedBytes()),
                    Sums::plus);
        }
        return new SummaryFigures(
                dump.id(),
                dump.takenAt(),
                summary.all().bytes() - summary.filler().bytes(),
                summary.unreachable(),
                summary.atLeast()
                        .flatMap(least -> summary.atMost().map(most -> new Bounds(least, most))),
                most(classes, Sums::unreachable, top),
                most(classes, Sums::retained, top));
    }

    private static List<ClassBytes> most(
            Map<String, Sums> classes, ToLongFunction<Sums> bytes, int top) {
        return classes.entrySet().stream()
                .map(each -> new ClassBytes(each.getKey(), bytes.applyAsLong(each.getValue())))
                .filter(each -> each.bytes() > 0)
                .sorted(
                        Comparator.comparingLong(ClassBytes::bytes)
                                .reversed()
                                .thenComparing(ClassBytes::name))
                .limit(top)
                .toList();
    }
}
