/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static io.heapsight.fleet.size.SizingFigure.ANON_BYTES;
import static io.heapsight.fleet.size.SizingFigure.CLASSES_LOADED;
import static io.heapsight.fleet.size.SizingFigure.GC_OVERHEAD_RATIO;
import static io.heapsight.fleet.size.SizingFigure.GC_PAUSE_SECONDS;
import static io.heapsight.fleet.size.SizingFigure.HEAP_AFTER_GC_BYTES;
import static io.heapsight.fleet.size.SizingFigure.HEAP_COMMITTED_BYTES;
import static io.heapsight.fleet.size.SizingFigure.HEAP_FLOOR_BYTES;
import static io.heapsight.fleet.size.SizingFigure.HEAP_MAX_BYTES;
import static io.heapsight.fleet.size.SizingFigure.HEAP_USED_BYTES;
import static io.heapsight.fleet.size.SizingFigure.KERNEL_BYTES;
import static io.heapsight.fleet.size.SizingFigure.MAPPED_FILE_BYTES;
import static io.heapsight.fleet.size.SizingFigure.MEMORY_LIMIT_BYTES;
import static io.heapsight.fleet.size.SizingFigure.MEMORY_REQUEST_BYTES;
import static io.heapsight.fleet.size.SizingFigure.METASPACE_COMMITTED_BYTES;
import static io.heapsight.fleet.size.SizingFigure.METASPACE_USED_BYTES;
import static io.heapsight.fleet.size.SizingFigure.RESIDENT_BYTES;
import static io.heapsight.fleet.size.SizingFigure.SHARED_HEAP_BYTES;
import static io.heapsight.fleet.size.SizingFigure.START_SECONDS;
import static io.heapsight.fleet.size.SizingFigure.THREADS;
import static io.heapsight.fleet.size.SizingFigure.WORKING_SET_BYTES;
import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.advice.MemoryPeaks;
import io.heapsight.advice.TargetObservation;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.EffectiveMemoryLimit;
import io.heapsight.jstat.MemoryHistory;
import io.heapsight.jstat.SampleField;
import io.heapsight.jvm.JvmFlag;
import io.heapsight.jvm.JvmFlags;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.MemoryBounds;
import io.heapsight.memory.MemoryForecast;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunSamples;
import io.heapsight.unit.Reading;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Builds the {@link TargetObservation} of a pod for the advisors from its {@link PodHistory}:
 *
 * <ul>
 *   <li>Memory that can't be reclaimed is anonymous memory; without it the working set, and without
 *       that the resident size, which are larger.
 *   <li>A heap in shared memory (ZGC) can't be reclaimed either, although the kernel counts it as
 *       mapped file pages.
 *   <li>The resident heap is the largest use so far, since emptied regions keep their pages. In
 *       shared memory it is the committed size.
 *   <li>A reading of the live set is the heap in use after the collections of a step. Only changed
 *       values count, because a pool repeats the last one until its next collection. Without
 *       readings, the lower envelope of the heap in use, which is larger, replaces them.
 * </ul>
 */
final class PodObservationBuilder {
    private static final long MILLIS_PER_SECOND = 1000;

    private final PodHistory past;
    private final double[] shared;
    private final double[] held;
    private final double[] heapTouched;
    private final boolean hasReadings;
    private final double[] live;

    PodObservationBuilder(PodHistory past) {
        this.past = past;
        shared = shared(past);
        held = held(past, shared);
        heapTouched = touched(past, shared);
        double[] readings = readings(past.values(HEAP_AFTER_GC_BYTES));
        hasReadings = Arrays.stream(readings).anyMatch(bytes -> bytes > 0);
        live = hasReadings ? readings : positive(past.values(HEAP_FLOOR_BYTES));
    }

    /**
     * Returns anonymous memory and a heap in shared memory, or the smallest known upper bound of
     * both; NaN if unknown.
     */
    static double[] held(PodHistory past) {
        return held(past, shared(past));
    }

    private static double[] held(PodHistory past, double[] shared) {
        double[] held = past.values(ANON_BYTES);
        double[] workingSet = past.values(WORKING_SET_BYTES);
        double[] resident = past.values(RESIDENT_BYTES);
        for (int i = 0; i < held.length; i++) {
            double bound = Math.min(orInfinity(workingSet[i]), orInfinity(resident[i]));
            boolean isBound = Double.isNaN(held[i]) && bound < Double.MAX_VALUE;
            held[i] = isBound ? bound : held[i] + shared[i];
        }
        return held;
    }

    /**
     * Returns the resident heap in shared memory beside the anonymous memory: at most the committed
     * size; 0 without one.
     */
    static double[] shared(PodHistory past) {
        double[] shared = past.values(SHARED_HEAP_BYTES);
        double[] anon = past.values(ANON_BYTES);
        double[] workingSet = past.values(WORKING_SET_BYTES);
        double[] mapped = past.values(MAPPED_FILE_BYTES);
        for (int i = 0; i < shared.length; i++) {
            double most = Math.min(orInfinity(workingSet[i] - anon[i]), orInfinity(mapped[i]));
            boolean isKnown = !Double.isNaN(shared[i] + anon[i]);
            shared[i] = isKnown ? Math.clamp(shared[i], 0, Math.max(0, most)) : 0;
        }
        return shared;
    }

    /** Returns the resident heap; NaN if unknown. */
    static double[] heapTouched(PodHistory past) {
        return touched(past, shared(past));
    }

    private static double orInfinity(double value) {
        return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    }

    private static double[] touched(PodHistory past, double[] shared) {
        double[] used = past.values(HEAP_USED_BYTES);
        double[] committed = past.values(HEAP_COMMITTED_BYTES);
        double most = Double.NaN;
        for (int i = 0; i < used.length; i++) {
            most = used[i] <= most || Double.isNaN(used[i]) ? most : used[i];
            used[i] = Double.isNaN(committed[i]) ? most : Math.min(most, committed[i]);
            used[i] = shared[i] > 0 ? shared[i] : used[i];
        }
        return used;
    }

    /** Returns the values that differ from those of the step before; NaN for repeated ones. */
    private static double[] readings(double[] afterGc) {
        double[] after = positive(afterGc);
        double[] readings = new double[after.length];
        Arrays.fill(readings, Double.NaN);
        for (int i = 1; i < after.length; i++) {
            boolean isNew = !Double.isNaN(after[i - 1]) && after[i] != after[i - 1];
            readings[i] = isNew ? after[i] : Double.NaN;
        }
        return readings;
    }

    /** Before its first collection, a pool reports 0. */
    private static double[] positive(double[] bytes) {
        return Arrays.stream(bytes).map(each -> each > 0 ? each : Double.NaN).toArray();
    }

    /**
     * Returns the observation for heap and limit, without the memory request: a patch changes limit
     * and request together.
     *
     * @param options flags of the JVM that are known from another source
     */
    TargetObservation with(String... options) {
        Map<SampleField, double[]> columns = columns();
        columns.remove(SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES);
        return observation(columns, options);
    }

    /** Returns the observation with the memory request as the soft limit. */
    TargetObservation withRequest() {
        return observation(columns());
    }

    private TargetObservation observation(Map<SampleField, double[]> columns, String... options) {
        JvmFlags flags =
                new JvmFlags(
                        Arrays.stream(options)
                                .map(text -> new JvmFlag(text, "the settings of its pods"))
                                .toList(),
                        List.of());
        TargetJvm jvm = jvm(flags);
        RunSamples samples = samples(columns);
        double metaspace = past.max(METASPACE_COMMITTED_BYTES);
        double resident =
                heapTouched.length == 0 ? Double.NaN : heapTouched[heapTouched.length - 1];
        return new TargetObservation(
                jvm,
                samples,
                startMillis(),
                optional(resident),
                optional(metaspace),
                HeapFlags.NONE,
                forecast(jvm),
                1,
                Double.NaN,
                MemoryPeaks.NONE,
                List.of(),
                List.of(),
                TargetObservation.Source.MONITORING);
    }

    private static OptionalLong optional(double bytes) {
        return Double.isNaN(bytes) ? OptionalLong.empty() : OptionalLong.of((long) bytes);
    }

    private long startMillis() {
        double started = past.last(START_SECONDS);
        long first = past.epochMillis().length == 0 ? 0 : past.epochMillis()[0];
        return Double.isNaN(started) ? first : (long) (started * MILLIS_PER_SECOND);
    }

    /** Returns the forecast of the pod's memory, as in {@code GET /memory}. */
    MemoryForecast forecast() {
        return forecast(jvm(JvmFlags.NONE));
    }

    private TargetJvm jvm(JvmFlags flags) {
        return TargetJvm.reported(
                past.pod().name(),
                Reading.missing("not queried"),
                Reading.missing("not queried"),
                flags);
    }

    private MemoryForecast forecast(TargetJvm jvm) {
        return MemoryForecast.of(history(), bounds(jvm), startMillis());
    }

    /** Returns whether its live set or its memory outside the heap grows, even if more slowly. */
    boolean mayGrow() {
        return MemoryForecast.mayGrow(history(), bounds(jvm(JvmFlags.NONE)), startMillis());
    }

    private MemoryHistory.Rows history() {
        double[] outside = new double[held.length];
        Arrays.setAll(outside, i -> Math.max(0, held[i] - heapTouched[i]));
        return new MemoryHistory.Rows(
                past.epochMillis(),
                held,
                heapTouched,
                outside,
                past.values(HEAP_FLOOR_BYTES),
                live,
                past.values(METASPACE_COMMITTED_BYTES));
    }

    private MemoryBounds bounds(TargetJvm jvm) {
        EffectiveMemoryLimit limit =
                EffectiveMemoryLimit.of(past.last(MEMORY_LIMIT_BYTES), Double.NaN);
        return MemoryBounds.of(jvm, HeapFlags.NONE, limit, past.last(HEAP_MAX_BYTES));
    }

    private Map<SampleField, double[]> columns() {
        Map<SampleField, double[]> columns = new EnumMap<>(SampleField.class);
        double[] floor = past.values(HEAP_FLOOR_BYTES);
        double[] used = past.values(HEAP_USED_BYTES);
        Arrays.setAll(floor, i -> Double.isNaN(floor[i]) ? used[i] : floor[i]);
        endAtLastReading(floor);
        columns.put(SampleField.HEAP_USED_BYTES, floor);
        columns.put(SampleField.OLD_AFTER_GC_BYTES, live);
        columns.put(SampleField.HEAP_COMMITTED_BYTES, past.values(HEAP_COMMITTED_BYTES));
        columns.put(SampleField.HEAP_MAX_BYTES, past.values(HEAP_MAX_BYTES));
        columns.put(SampleField.NONHEAP_USED_BYTES, past.values(METASPACE_USED_BYTES));
        columns.put(SampleField.NONHEAP_COMMITTED_BYTES, past.values(METASPACE_COMMITTED_BYTES));
        columns.put(SampleField.GC_PAUSE_SECONDS, total(past.rises(GC_PAUSE_SECONDS)));
        columns.put(SampleField.GC_OVERHEAD_RATIO, past.values(GC_OVERHEAD_RATIO));
        columns.put(SampleField.THREADS, past.values(THREADS));
        columns.put(SampleField.CLASSES_LOADED, past.values(CLASSES_LOADED));
        columns.put(SampleField.CLASSES_UNLOADED, new double[held.length]);
        columns.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, past.values(MEMORY_LIMIT_BYTES));
        columns.put(
                SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES, past.values(MEMORY_REQUEST_BYTES));
        double[] workingSet = past.values(WORKING_SET_BYTES);
        Arrays.setAll(workingSet, i -> Double.isNaN(workingSet[i]) ? held[i] : workingSet[i]);
        columns.put(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES, workingSet);
        columns.put(SampleField.CONTAINER_MEMORY_ANON_BYTES, held);
        columns.put(SampleField.CONTAINER_MEMORY_KERNEL_BYTES, past.values(KERNEL_BYTES));
        double[] mapped = past.values(MAPPED_FILE_BYTES);
        Arrays.setAll(mapped, i -> Math.max(0, mapped[i] - shared[i])); // NaN stays
        columns.put(SampleField.CONTAINER_MEMORY_FILE_BYTES, mapped);
        double[] resident = new double[held.length];
        Arrays.setAll(resident, i -> held[i] + mapped[i]);
        columns.put(SampleField.RESIDENT_BYTES, resident);
        return columns;
    }

    /**
     * Sets the heap in use at the last reading to that reading. Later values stay, because this
     * memory may be live. Without readings, discards them: at its end, a lower envelope has too few
     * samples for a minimum.
     */
    private void endAtLastReading(double[] floor) {
        int last = live.length - 1;
        while (last >= 0 && Double.isNaN(live[last])) {
            last--;
        }
        if (last >= 0) {
            floor[last] = live[last];
            if (!hasReadings) {
                Arrays.fill(floor, last + 1, floor.length, Double.NaN);
            }
        }
    }

    /** Returns a counter that starts at 0, without the resets of restarts. */
    private static double[] total(double[] rises) {
        double sum = 0;
        double[] total = new double[rises.length];
        boolean known = Arrays.stream(rises).anyMatch(rise -> !Double.isNaN(rise));
        for (int i = 0; i < rises.length; i++) {
            sum += orZero(rises[i]);
            total[i] = known ? sum : Double.NaN;
        }
        return total;
    }

    private RunSamples samples(Map<SampleField, double[]> columns) {
        RunSamples.Builder samples = new RunSamples.Builder(Long.MAX_VALUE);
        for (int i = 0; i < past.epochMillis().length; i++) {
            samples.begin(past.epochMillis()[i]);
            for (Map.Entry<SampleField, double[]> each : columns.entrySet()) {
                samples.put(RunColumn.of(each.getKey()), each.getValue()[i]);
            }
        }
        return samples.build();
    }

    /** Returns the flag of a heap sized by a share: {@code -XX:MaxRAMPercentage=75.0}. */
    static String share(double heapMax, double limit) {
        return String.format(Locale.ROOT, "-XX:MaxRAMPercentage=%.3f", 100 * heapMax / limit);
    }
}
