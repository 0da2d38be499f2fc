/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Unreachable objects by class without a dump: a histogram of all objects, minus one of the live
 * objects taken right after it.
 *
 * <p>What the target allocates between the two makes a class's garbage look smaller; a class never
 * shows less than none. On JDK 8 to 17 the JVM's filler arrays are plain {@code int[]} and can't be
 * told from garbage; later JDKs name them, and they are counted apart.
 *
 * @param all every object on the heap, filler apart
 * @param live what a full GC left
 * @param unreachable the sum over the classes
 * @param filler padding that the JVM put between objects
 * @param classes with garbage, most bytes first; {@link ClassDelta#change} is the garbage
 */
public record GarbageByClass(
        ClassHistogram all,
        ClassHistogram live,
        Count unreachable,
        Count filler,
        List<ClassDelta> classes) {
    private static final Comparator<ClassDelta> MOST_BYTES_FIRST =
            Comparator.<ClassDelta>comparingLong(row -> row.change().bytes())
                    .thenComparingLong(row -> row.change().instances())
                    .reversed()
                    .thenComparing(ClassDelta::name);

    public static GarbageByClass between(ClassHistogram all, ClassHistogram live) {
        Map<HistogramDiff.Key, Count> alive = HistogramDiff.byClass(live);
        List<ClassDelta> rows = new ArrayList<>();
        Count unreachable = Count.NONE;
        for (Map.Entry<HistogramDiff.Key, Count> entry : HistogramDiff.byClass(all).entrySet()) {
            HistogramDiff.Key key = entry.getKey();
            Count kept = alive.getOrDefault(key, Count.NONE);
            Count garbage = entry.getValue().minus(kept);
            if (garbage.isPositive() && !ClassCount.isFiller(key.name())) {
                Count gone =
                        new Count(Math.max(0, garbage.instances()), Math.max(0, garbage.bytes()));
                unreachable = unreachable.plus(gone);
                rows.add(new ClassDelta(key.name(), key.module(), kept, gone));
            }
        }
        rows.sort(MOST_BYTES_FIRST);
        return new GarbageByClass(all, live, unreachable, filler(all), List.copyOf(rows));
    }

    /** Unreachable bytes as a share of all bytes but filler, 0 to 1. */
    public double unreachableRatio() {
        long bytes = all.totals().bytes() - filler.bytes();
        return bytes <= 0 ? 0 : (double) unreachable.bytes() / bytes;
    }

    private static Count filler(ClassHistogram histogram) {
        return histogram.classes().stream()
                .filter(row -> ClassCount.isFiller(row.name()))
                .map(Count::of)
                .reduce(Count.NONE, Count::plus);
    }
}
