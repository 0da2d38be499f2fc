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
 * The trend of each part of a target's memory. Forbids lower sizes while a part grows or can't be
 * judged.
 *
 * @param isHeapApart whether the kernel shows which pages are the heap's
 */
record MemoryTrends(Map<Part, Forecast> forecasts, boolean isHeapApart) {
    private static final double SECONDS_PER_DAY = 86_400;

    /** A part of the memory, or a cause of memory use. */
    enum Part {
        OUTSIDE_HEAP("Memory outside the heap"),
        METASPACE("Metaspace"),
        CLASSES("The number of classes"),
        THREADS("The number of threads"),
        /** All parts, with the heap in use. */
        ALL("Its memory");

        private final String words;

        Part(String words) {
            this.words = words;
        }
    }

    /**
     * Analyses the trends of all parts.
     *
     * @param seen contains a forecast that detects sustained growth; the straight lines here only
     *     detect parts that are not flat
     */
    static MemoryTrends of(TargetObservation seen) {
        Map<Part, Forecast> forecasts = new EnumMap<>(Part.class);
        MemoryOutsideHeap outsideHeap = MemoryOutsideHeap.of(seen);
        double[] outside = outsideHeap.trend();
        if (!new NonNanValues(outside).isEmpty()) {
            forecasts.put(Part.OUTSIDE_HEAP, seen.forecast(outside, Double.NaN));
        }
        MetaspaceSeries metaspace = MetaspaceSeries.of(seen);
        put(forecasts, Part.METASPACE, seen, metaspace.committed());
        put(forecasts, Part.CLASSES, seen, metaspace.classes());
        put(forecasts, Part.THREADS, seen, seen.samples().values(SampleField.THREADS));
        forecasts.put(Part.ALL, seen.forecast(seen.charged(), Double.NaN));
        return new MemoryTrends(forecasts, !Double.isNaN(outsideHeap.now()));
    }

    /** Adds the trend of a part; one without values is included in the total. */
    private static void put(
            Map<Part, Forecast> forecasts, Part part, TargetObservation seen, double[] values) {
        if (!new NonNanValues(values).isEmpty()) {
            forecasts.put(part, seen.forecast(values, Double.NaN));
        }
    }

    /**
     * Returns the forecast of memory outside the heap, or of all memory if the heap is not known
     * separately.
     */
    Forecast outsideHeap() {
        Forecast outside = forecasts.get(Part.OUTSIDE_HEAP);
        return outside == null ? Objects.requireNonNull(forecasts.get(Part.ALL)) : outside;
    }

    /** Returns the reason against a smaller heap; empty if there is none. */
    Optional<String> forbidsSmallerHeap() {
        return isHeapApart && forecasts.containsKey(Part.OUTSIDE_HEAP)
                ? forbids(EnumSet.complementOf(EnumSet.of(Part.ALL)))
                : forbidsLess();
    }

    /** Returns the reason against a smaller metaspace; empty if there is none. */
    Optional<String> forbidsSmallerMetaspace() {
        return forbids(EnumSet.of(Part.METASPACE, Part.CLASSES));
    }

    /** Returns the reason against a smaller limit; empty if there is none. */
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
                        "%s may still grow: nothing is lowered until it stops."
                                .formatted(each.getKey().words));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the daily growth of memory outside the heap, if it rises too slowly to be
     * significant.
     */
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
