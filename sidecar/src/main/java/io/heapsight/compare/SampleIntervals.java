/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.ProgressMark;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunSamples;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The intervals of a run, each from one sample to the next; every array has one value per interval.
 */
final class SampleIntervals {
    private static final double MILLIS = 1e-3;
    private static final Set<String> FULL =
            Set.of("G1 Old Generation", "PS MarkSweep", "MarkSweepCompact");

    private final Run run;
    private final RunSamples samples;
    private final int count;

    SampleIntervals(Run run) {
        this.run = run;
        samples = run.samples();
        count = Math.max(0, samples.size() - 1);
    }

    Run run() {
        return run;
    }

    /** Returns the length of each step; NaN if the clock was set back. */
    double[] seconds() {
        double[] seconds = new double[count];
        Arrays.setAll(
                seconds,
                i -> {
                    long millis = samples.epochMillis(i + 1) - samples.epochMillis(i);
                    return millis > 0 ? millis * MILLIS : Double.NaN;
                });
        return seconds;
    }

    /** Returns a figure at the end of each step. */
    double[] level(RunColumn column) {
        double[] values = samples.values(column);
        return Arrays.copyOfRange(values, Math.min(1, values.length), values.length);
    }

    double[] level(SampleField field) {
        return level(RunColumn.of(field));
    }

    /**
     * Returns the limit in each step; NaN if there is none.
     *
     * @param atStart of the run, for samples without the limit
     */
    double[] limit(SampleField field, OptionalDouble atStart) {
        double[] limits = level(field);
        if (atStart.isPresent() && Arrays.stream(limits).allMatch(Double::isNaN)) {
            Arrays.fill(limits, atStart.getAsDouble());
        }
        Arrays.setAll(limits, i -> limits[i] > 0 ? limits[i] : Double.NaN);
        return limits;
    }

    /** Returns the mean of a value, weighted by the length of each step. */
    MetricValue mean(double[] levels) {
        double[] seconds = seconds();
        double[] weighted = new double[count];
        Arrays.setAll(weighted, i -> levels[i] * seconds[i]);
        return MetricValue.Rate.of(weighted, seconds);
    }

    /**
     * Returns the mean of a level. In each step, the level is the mean of both ends, because the
     * end alone would overestimate a run with growing memory.
     */
    MetricValue meanLevel(RunColumn column) {
        double[] levels = samples.values(column);
        double[] halfway = new double[count];
        Arrays.setAll(
                halfway,
                i -> Double.isNaN(levels[i]) ? levels[i + 1] : (levels[i] + levels[i + 1]) / 2);
        return mean(halfway);
    }

    /**
     * Returns the growth of a counter since its last known value; NaN if it fell, as after a start
     * of another JVM.
     */
    double[] grown(RunColumn column) {
        double[] values = samples.values(column);
        double[] grown = new double[count];
        double before = values.length == 0 ? Double.NaN : values[0];
        for (int i = 0; i < count; i++) {
            double value = values[i + 1];
            double growth = value - before;
            grown[i] = growth >= 0 ? growth : Double.NaN;
            before = Double.isNaN(value) ? before : value;
        }
        return grown;
    }

    double[] grown(SampleField field) {
        return grown(RunColumn.of(field));
    }

    /** Returns the longest collection that ended in each step; NaN in steps without one. */
    double[] longestPauses() {
        double[] pauses = level(SampleField.GC_LONGEST_PAUSE_SECONDS);
        Arrays.setAll(pauses, i -> pauses[i] > 0 ? pauses[i] : Double.NaN);
        return pauses;
    }

    /** Returns the number of logged lines, if they were counted. */
    Optional<MetricValue> toldLines() {
        return run.marks().stream()
                .filter(mark -> mark.kind() == ProgressMark.Kind.LINES)
                .reduce((_, last) -> last)
                .map(mark -> new MetricValue.Once(mark.value()));
    }

    /** Returns collections that stopped the application. */
    double[] collections() {
        double[] sum = none();
        for (String collector : samples.collectors()) {
            if (stops(collector)) {
                add(sum, grown(RunColumn.collectorCount(collector)));
            }
        }
        return sum;
    }

    /** Returns collections of the whole heap that stopped the application for their whole time. */
    double[] fullCollections() {
        double[] sum = none();
        for (String collector : samples.collectors()) {
            if (FULL.contains(collector)) {
                add(sum, grown(RunColumn.collectorCount(collector)));
            }
        }
        return sum;
    }

    /** Returns the seconds of {@link #fullCollections}. */
    double[] fullSeconds() {
        double[] sum = none();
        for (String collector : samples.collectors()) {
            if (FULL.contains(collector)) {
                add(sum, grown(RunColumn.collectorSeconds(collector)));
            }
        }
        return sum;
    }

    /** Returns the cycles of concurrent collectors. */
    double[] concurrentCycles() {
        double[] sum = none();
        for (String collector : samples.collectors()) {
            if (!stops(collector)) {
                add(sum, grown(RunColumn.collectorCount(collector)));
            }
        }
        return sum;
    }

    /** Returns the seconds of {@link #concurrentCycles}. */
    double[] concurrentSeconds() {
        double[] sum = none();
        for (String collector : samples.collectors()) {
            if (!stops(collector)) {
                add(sum, grown(RunColumn.collectorSeconds(collector)));
            }
        }
        return sum;
    }

    /**
     * Returns whether a collector stops the application. Cycles of a concurrent collector don't;
     * its pauses are counted apart.
     */
    private static boolean stops(String collector) {
        return !collector.contains("Concurrent") && !collector.endsWith("Cycles");
    }

    /**
     * Returns the heap in use after the last collection: all pools except eden, because only
     * collections change them. For a collector without an eden, returns the heap after the last
     * cycle. In runs without that reading, uses the heap at the end of steps with a collection. NaN
     * before the first collection.
     */
    double[] heapAfterCollection() {
        double[] survived = none();
        boolean eden = false;
        for (String pool : samples.pools()) {
            String name = pool.toLowerCase(Locale.ROOT);
            eden |= name.contains("eden");
            if (name.contains("survivor") || name.contains("old gen") || name.contains("tenured")) {
                add(survived, level(RunColumn.poolUsedBytes(pool)));
            }
        }
        double[] used = level(SampleField.HEAP_USED_BYTES);
        double[] collected = none();
        double[] ever = none();
        for (String collector : samples.collectors()) {
            add(ever, level(RunColumn.collectorCount(collector)));
            add(collected, grown(RunColumn.collectorCount(collector)));
        }
        double[] left = level(SampleField.OLD_AFTER_GC_BYTES);
        if (!eden && Arrays.stream(left).anyMatch(bytes -> !Double.isNaN(bytes))) {
            return left;
        }
        double[] after = eden ? survived : used;
        for (int i = 0; i < count; i++) {
            boolean known = eden ? ever[i] > 0 : collected[i] > 0;
            after[i] = known ? after[i] : Double.NaN;
        }
        return after;
    }

    /** Returns whether heap metrics were current in most samples. */
    boolean isHeapFresh() {
        int stale = 0;
        for (double fresh : level(RunColumn.HEAP_FRESH)) {
            stale += fresh == 0 ? 1 : 0;
        }
        return stale * 2 <= count;
    }

    private double[] none() {
        double[] none = new double[count];
        Arrays.fill(none, Double.NaN);
        return none;
    }

    /** Adds values; missing ones count as 0. */
    private static void add(double[] sum, double[] more) {
        for (int i = 0; i < sum.length; i++) {
            if (!Double.isNaN(more[i])) {
                sum[i] = Double.isNaN(sum[i]) ? more[i] : sum[i] + more[i];
            }
        }
    }
}
