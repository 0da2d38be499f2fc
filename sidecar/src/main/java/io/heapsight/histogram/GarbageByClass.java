/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.summary.Totals;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Unreachable objects by class without a dump: a histogram of all objects, minus one of the live
 * objects directly after it.
 *
 * <p>Allocation between the two histograms reduces a class's garbage, which is never negative. On
 * JDK 8 to 17, the JVM's filler arrays are plain {@code int[]}, indistinguishable from garbage.
 * Later JDKs name filler arrays, which are counted separately.
 *
 * @param all every object on the heap, without filler
 * @param live objects that survived a full GC
 * @param unreachable the sum over the classes
 * @param filler padding between objects
 * @param unknown why the histograms don't show the garbage, as {@link #unknownWith}
 */
public record GarbageByClass(
        ClassHistogram all,
        ClassHistogram live,
        InstanceCount unreachable,
        InstanceCount filler,
        Optional<String> unknown) {
    /** How to estimate garbage that histograms don't show. */
    public static final String ESTIMATE = "the used heap minus what the last GC cycle left.";

    /**
     * The stored part of a summary.
     *
     * @param takenAt time of the count of live objects
     * @param heapBytes all bytes except filler
     * @param classes the classes with the most garbage
     */
    public record Figures(
            Instant takenAt, InstanceCount unreachable, long heapBytes, List<ClassDelta> classes) {}

    /**
     * Returns why histograms don't show the garbage. ZGC and Shenandoah iterate over objects by
     * marking, so even {@code GC.class_histogram -all} counts reachable objects only.
     *
     * @param collector the target's, as {@link TargetJvm#collector}
     */
    public static Optional<String> unknownWith(Optional<String> collector) {
        return collector
                .filter(title -> title.startsWith("ZGC") || title.startsWith("Shenandoah"))
                .map(title -> title + " lists reachable objects only, so garbage is unknown");
    }

    /** Returns why histograms don't show the garbage of a JVM. */
    public static Optional<String> unknownIn(TargetJvm jvm) {
        return unknownWith(jvm.collector().toOptional());
    }

    /** Computes the garbage of a target with this collector. */
    public static GarbageByClass between(
            ClassHistogram all, ClassHistogram live, Optional<String> collector) {
        long[] sum = new long[2];
        HistogramJoin.withoutFiller(all.rows(), live.rows())
                .forEach(
                        (counted, kept) -> {
                            InstanceCount gone = gone(counted, kept);
                            sum[0] += gone.instances();
                            sum[1] += gone.bytes();
                        });
        return new GarbageByClass(
                all,
                live,
                new InstanceCount(sum[0], sum[1]),
                filler(all.rows()),
                unknownWith(collector));
    }

    /** Returns classes with garbage, most bytes first; {@link ClassDelta#change} is the garbage. */
    public List<ClassDelta> top(int limit) {
        return HistogramJoin.withoutFiller(all.rows(), live.rows())
                .changes(limit, GarbageByClass::garbage);
    }

    /** Returns the largest classes, most bytes first; filler counts as a class without garbage. */
    public List<ClassGarbage> largest(int limit) {
        return HistogramJoin.of(all.rows(), live.rows())
                .top(limit, (counted, _) -> counted.isPositive() ? counted : null)
                .stream()
                .map(GarbageByClass::usage)
                .toList();
    }

    private static ClassGarbage usage(HistogramJoin.Pair pair) {
        InstanceCount unreachable =
                ClassHistogramRow.isFiller(pair.name())
                        ? InstanceCount.NONE
                        : gone(pair.first(), pair.second());
        return new ClassGarbage(pair.name(), pair.module(), pair.first(), unreachable);
    }

    /** Returns the part that is stored longer than the histograms. */
    public Figures figures(int classes) {
        return new Figures(live.takenAt(), unreachable, heapBytes(), top(classes));
    }

    /** Returns unreachable bytes as a share of all bytes except filler, 0 to 1. */
    public double unreachableRatio() {
        return Totals.unreachableShare(unreachable.bytes(), heapBytes());
    }

    private long heapBytes() {
        return all.totals().bytes() - filler.bytes();
    }

    private static @Nullable InstanceCount garbage(InstanceCount counted, InstanceCount kept) {
        InstanceCount gone = gone(counted, kept);
        return gone.isPositive() ? gone : null;
    }

    private static InstanceCount gone(InstanceCount counted, InstanceCount kept) {
        return new InstanceCount(
                Math.max(0, counted.instances() - kept.instances()),
                Math.max(0, counted.bytes() - kept.bytes()));
    }

    private static InstanceCount filler(HistogramRows rows) {
        long instances = 0;
        long bytes = 0;
        try (HistogramCursor cursor = rows.cursor()) {
            while (cursor.next()) {
                if (cursor.isFiller()) {
                    instances += cursor.instances();
                    bytes += cursor.bytes();
                }
            }
        }
        return new InstanceCount(instances, bytes);
    }
}
