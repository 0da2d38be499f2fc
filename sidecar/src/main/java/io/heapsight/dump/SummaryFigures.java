/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.summary.Total;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What the metrics show of a heap summary.
 *
 * @param takenAt when the dump was taken
 * @param ratio unreachable bytes as a share of all but filler, 0 to 1
 * @param garbage classes with garbage, most bytes first
 * @param retaining classes by what they retain, most first; empty when dominators were left out
 */
public record SummaryFigures(
        Instant takenAt,
        Total unreachable,
        double ratio,
        List<ClassBytes> garbage,
        List<ClassBytes> retaining) {
    /** A class and the bytes that it stands for; classes of one name are one. */
    public record ClassBytes(String name, long bytes) {}

    private record Sums(long unreachable, long retained) {
        Sums plus(Sums other) {
            return new Sums(unreachable + other.unreachable, retained + other.retained);
        }
    }

    /**
     * Takes them out of a summary.
     *
     * @param top how many classes of each kind
     */
    static SummaryFigures of(SummaryClasses summary, Instant takenAt, int top) {
        Map<String, Sums> classes = new HashMap<>();
        for (SummaryClasses.Row row : summary.classes()) {
            classes.merge(
                    row.name(),
                    new Sums(row.unreachable().bytes(), row.retainedBytes()),
                    Sums::plus);
        }
        long all = summary.all().bytes() - summary.filler().bytes();
        return new SummaryFigures(
                takenAt,
                summary.unreachable(),
                all <= 0 ? 0 : (double) summary.unreachable().bytes() / all,
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
