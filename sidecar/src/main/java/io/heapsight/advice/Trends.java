/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;
import io.heapsight.memory.Forecast;
import io.heapsight.stats.Estimate;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How each part of a target's memory goes. The one decision on whether anything may be lowered:
 * nothing is, while a part grows or can't be judged.
 *
 * @param isHeapApart whether the kernel says which pages are the heap's
 */
record Trends(Map<Part, Forecast> forecasts, boolean isHeapApart) {
    private static final double SECONDS_PER_DAY = 86_400;

    /** A part of the memory, or what takes memory. */
    enum Part {
        OUTSIDE_HEAP("What is not heap"),
        METASPACE("Metaspace"),
        CLASSES("The number of classes"),
        THREADS("The number of threads"),
        /** With the heap as it was filled. */
        ALL("Its memory");

        private final String words;

        Part(String words) {
            this.words = words;
        }
    }

    /**
     * Looks at all of them.
     *
     * @param seen whose forecast tells growth that goes on; the straight lines here only tell what
     *     is not flat
     */
    static Trends of(Observation seen) {
        Map<Part, Forecast> forecasts = new EnumMap<>(Part.class);
        OutsideHeap outsideHeap = OutsideHeap.of(seen);
        double[] outside = outsideHeap.trend();
        if (!new Series(outside).isEmpty()) {
            forecasts.put(Part.OUTSIDE_HEAP, seen.forecast(outside, Double.NaN));
        }
        MetaspaceSeries metaspace = MetaspaceSeries.of(seen);
        put(forecasts, Part.METASPACE, seen, metaspace.committed());
        put(forecasts, Part.CLASSES, seen, metaspace.classes());
        put(forecasts, Part.THREADS, seen, seen.samples().values(SampleField.THREADS));
        forecasts.put(Part.ALL, seen.forecast(seen.charged(), Double.NaN));
        return new Trends(forecasts, !Double.isNaN(outsideHeap.now()));
    }

    /** What can't be seen at all is part of the whole, which is. */
    private static void put(
            Map<Part, Forecast> forecasts, Part part, Observation seen, double[] values) {
        if (!new Series(values).isEmpty()) {
            forecasts.put(part, seen.forecast(values, Double.NaN));
        }
    }

    /** Of what is not heap; of all, where the heap is not known apart. */
    Forecast outsideHeap() {
        Forecast outside = forecasts.get(Part.OUTSIDE_HEAP);
        return outside == null ? Objects.requireNonNull(forecasts.get(Part.ALL)) : outside;
    }

    /** What forbids a smaller heap; empty when nothing does. */
    Optional<String> forbidsSmallerHeap() {
        return isHeapApart && forecasts.containsKey(Part.OUTSIDE_HEAP)
                ? forbids(EnumSet.complementOf(EnumSet.of(Part.ALL)))
                : forbidsLess();
    }

    /** What forbids a smaller metaspace; empty when nothing does. */
    Optional<String> forbidsSmallerMetaspace() {
        return forbids(EnumSet.of(Part.METASPACE, Part.CLASSES));
    }

    /** What forbids a smaller limit; empty when nothing does. */
    Optional<String> forbidsLess() {
        return forbids(EnumSet.allOf(Part.class));
    }

    private Optional<String> forbids(Set<Part> parts) {
        for (Map.Entry<Part, Forecast> each : forecasts.entrySet()) {
            Forecast forecast = each.getValue();
            if (!parts.contains(each.getKey())) {
                continue;
            }
            if (forecast.verdict() == Forecast.Verdict.UNKNOWN) {
                return Optional.of("To suggest less, %s.".formatted(forecast.because()));
            }
            if (forecast.verdict() != Forecast.Verdict.NO_TREND) {
                return Optional.of(
                        "%s may still grow: nothing is lowered before it is flat."
                                .formatted(each.getKey().words));
            }
        }
        return Optional.empty();
    }

    /** What memory outside the heap gains in a day where it rises, but by too little to be sure. */
    double slowGrowthInADay() {
        Forecast outside = outsideHeap();
        return outside.verdict() != Forecast.Verdict.NO_TREND
                ? 0
                : outside.bytesPerSecond()
                        .filter(slope -> slope.low() > 0)
                        .map(Estimate::value)
                        .map(slope -> slope * SECONDS_PER_DAY)
                        .orElse(0.0);
    }
}
