/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunSamples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The smallest heap with which a target would have survived the recorded past. It is the maximum of
 * several lower bounds, each against a kind of failure or too many collections.
 *
 * @param floors ascending
 */
record HeapNeed(List<Floor> floors) {
    static final double LEAST_BYTES = 32 << 20;
    private static final double HEAP_TO_LIVE = 2;

    /** Factor on the maximum heap in use after a collection. */
    private static final double RESERVE = 1.25;

    /**
     * Minimum size of a new heap, as a share of the used heap. A step at most halves the heap; the
     * next step uses new measurements.
     */
    private static final double MOST_AT_ONCE = 0.5;

    /** Minimum number of readings that show the peak of a fluctuating live set. */
    private static final int MANY = 3;

    private static final double REGIONS = 10;

    /** Smallest rise in per cent of the old generation: less may be rounding. */
    private static final double RISE = 0.5;

    /**
     * A lower bound.
     *
     * @param because a clause with the heap as its subject
     */
    record Floor(double bytes, String because) {}

    HeapNeed {
        floors =
                floors.stream()
                        .filter(floor -> !Double.isNaN(floor.bytes()))
                        .sorted(Comparator.comparingDouble(Floor::bytes))
                        .toList();
    }

    /**
     * Derives the bounds from the recorded past.
     *
     * @param sinceBytes heap in use since the last collection of the old generation, possibly live
     * @param directBound the direct memory that the maximum heap size allows; NaN for none
     */
    static HeapNeed of(
            TargetObservation seen,
            LiveSet live,
            GcOverheadModel cost,
            double sinceBytes,
            double directBound) {
        List<Floor> floors = new ArrayList<>();
        floors.add(
                new Floor(
                        LEAST_BYTES, "would be smaller than the smallest size that is suggested"));
        floors.add(
                new Floor(
                        HEAP_TO_LIVE * live.p95Bytes(),
                        "would be less than twice the live set of " + words(live.p95Bytes())));
        double most = Math.max(live.maxBytes(), orZero(sinceBytes));
        floors.add(
                new Floor(
                        RESERVE * most,
                        "would leave less than a quarter above the %s that remained after a collection"
                                .formatted(words(most))));
        double earlier = seen.earlier().keptBytes();
        floors.add(
                new Floor(
                        RESERVE * earlier,
                        "would leave less than a quarter above the %s that remained after a collection earlier"
                                .formatted(words(earlier))));
        if (live.readings() < MANY) {
            double left = mostLeft(seen);
            floors.add(
                    new Floor(
                            RESERVE * left,
                            "may not hold the %s that remained after young collections: too few collections of the old generation show how much of that is live"
                                    .formatted(words(left))));
        }
        double object = largestStep(seen.samples());
        floors.add(
                new Floor(
                        RESERVE * (live.maxBytes() + object),
                        "may not hold objects of up to %s beside the live set"
                                .formatted(words(object))));
        floors.add(
                new Floor(
                        MOST_AT_ONCE * cost.heapBytes(),
                        "would be less than half of the %s that were used: measure again after halving once"
                                .formatted(words(cost.heapBytes()))));
        double costly = cost.heapFor(GcOverheadModel.SUGGESTED);
        floors.add(
                new Floor(
                        costly,
                        "would spend more than %s of its busiest minute in collections"
                                .formatted(SizeFormatter.percent(GcOverheadModel.SUGGESTED))));
        floors.addAll(ofFlags(seen, live));
        floors.add(
                new Floor(
                        RESERVE * directBound,
                        "also limits direct memory, and up to %s outside the heap may be direct memory"
                                .formatted(words(directBound))));
        return new HeapNeed(floors);
    }

    /** Adds bounds from other flags of the command line. */
    private static List<Floor> ofFlags(TargetObservation seen, LiveSet live) {
        double young = seen.commandLineBytes("-Xmn", "-XX:NewSize=");
        double region = seen.commandLineBytes("-XX:G1HeapRegionSize=");
        double soft = seen.commandLineBytes("-XX:SoftMaxHeapSize=");
        return List.of(
                new Floor(
                        young + RESERVE * live.maxBytes(),
                        "would leave too little beside a young generation of " + words(young)),
                new Floor(REGIONS * region, "would have few regions of " + words(region)),
                new Floor(soft, "would be smaller than SoftMaxHeapSize: the JVM would not start"));
    }

    /** Returns the maximum of all bounds. */
    double bytes() {
        return floors.getLast().bytes();
    }

    /** Returns the largest bound. */
    Floor ruling() {
        return floors.getLast();
    }

    /** Returns the maximum use of the old generation after a collection of any kind. */
    private static double mostLeft(TargetObservation seen) {
        return seen.series(SampleField.OLD_AFTER_ANY_GC_RATIO).max() * seen.heapMaxBytes();
    }

    /**
     * Returns the largest single allocation in the old generation, by its rises between two samples
     * without a pause, and between collections.
     */
    static double largestStep(RunSamples samples) {
        double[] used = samples.values(SampleField.HEAP_USED_BYTES);
        double[] old = samples.values(SampleField.OLD_PERCENT);
        double[] pauses = samples.values(SampleField.GC_PAUSE_SECONDS);
        double[] left = samples.values(SampleField.OLD_AFTER_ANY_GC_RATIO);
        double max = new NonNanValues(samples.values(SampleField.HEAP_MAX_BYTES)).max();
        double most = 0;
        for (int i = 1; i < used.length; i++) {
            boolean direct = pauses[i] == pauses[i - 1] && old[i] > old[i - 1] + RISE;
            double rise = direct ? used[i] - used[i - 1] : (left[i] - left[i - 1]) * max;
            most = rise > most ? rise : most; // false for NaN
        }
        return most;
    }

    private static String words(double bytes) {
        return Double.isNaN(bytes) ? "" : SizeFormatter.words(bytes);
    }
}
