/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import io.heapsight.fleet.PodFigure;
import io.heapsight.fleet.PodFigureQuery;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * A figure of a pod at each step of a window, and the function that reduces its samples within the
 * step.
 */
public enum SizingFigure {
    START_SECONDS(PodFigure.START_SECONDS, Reduction.LAST),
    HEAP_USED_BYTES(PodFigure.HEAP_USED_BYTES, Reduction.MAX),
    /** The lower envelope of the heap in use, which approximates its use after collections. */
    HEAP_FLOOR_BYTES(PodFigure.HEAP_USED_BYTES, Reduction.FLOOR),
    /** The lower envelope of the heap in use after collections. */
    HEAP_AFTER_GC_BYTES(PodFigure.HEAP_AFTER_GC_BYTES, Reduction.FLOOR),
    HEAP_COMMITTED_BYTES(PodFigure.HEAP_COMMITTED_BYTES, Reduction.MAX),
    HEAP_MAX_BYTES(PodFigure.HEAP_MAX_BYTES, Reduction.LAST),
    SHARED_HEAP_BYTES(PodFigure.SHARED_HEAP_BYTES, Reduction.MAX),
    GC_PAUSES(PodFigure.GC_PAUSES, Reduction.LAST),
    GC_PAUSE_SECONDS(PodFigure.GC_PAUSE_SECONDS, Reduction.LAST),
    /** Share of the time in collections, in the worst minutes of the step. */
    GC_OVERHEAD_RATIO(PodFigure.GC_PAUSE_SECONDS, Reduction.BUSIEST),
    GC_LONGEST_PAUSE_SECONDS(PodFigure.GC_LONGEST_PAUSE_SECONDS, Reduction.MAX),
    GC_CPU_SECONDS(PodFigure.GC_CPU_SECONDS, Reduction.LAST),
    FULL_GCS(PodFigure.FULL_GCS, Reduction.LAST),
    CONCURRENT_CYCLES(PodFigure.CONCURRENT_CYCLES, Reduction.LAST),
    METASPACE_COMMITTED_BYTES(PodFigure.METASPACE_COMMITTED_BYTES, Reduction.MAX),
    METASPACE_USED_BYTES(PodFigure.METASPACE_USED_BYTES, Reduction.MAX),
    CLASSES_LOADED(PodFigure.CLASSES_LOADED, Reduction.MAX),
    THREADS(PodFigure.THREADS, Reduction.MAX),
    DIRECT_BUFFER_BYTES(PodFigure.DIRECT_BUFFER_BYTES, Reduction.MAX),
    RESIDENT_BYTES(PodFigure.RESIDENT_BYTES, Reduction.MAX),
    ANON_BYTES(PodFigure.ANON_BYTES, Reduction.MAX),
    KERNEL_BYTES(PodFigure.KERNEL_BYTES, Reduction.MAX),
    MAPPED_FILE_BYTES(PodFigure.MAPPED_FILE_BYTES, Reduction.MAX),
    WORKING_SET_BYTES(PodFigure.WORKING_SET_BYTES, Reduction.MAX),
    MEMORY_LIMIT_BYTES(PodFigure.MEMORY_LIMIT_BYTES, Reduction.LAST),
    MEMORY_REQUEST_BYTES(PodFigure.MEMORY_REQUEST_BYTES, Reduction.LAST),
    CPU_SECONDS(PodFigure.CPU_SECONDS, Reduction.LAST),
    /** CPUs in use, in the busiest minutes of the step. */
    CPU_CORES(PodFigure.CPU_SECONDS, Reduction.BUSIEST),
    CPU_LIMIT_CORES(PodFigure.CPU_LIMIT_CORES, Reduction.LAST),
    CPU_REQUEST_CORES(PodFigure.CPU_REQUEST_CORES, Reduction.LAST),
    CPU_PERIODS(PodFigure.CPU_PERIODS, Reduction.LAST),
    THROTTLED_PERIODS(PodFigure.THROTTLED_PERIODS, Reduction.LAST),
    THROTTLED_CORES(PodFigure.THROTTLED_SECONDS, Reduction.BUSIEST),
    RESTARTS(PodFigure.RESTARTS, Reduction.LAST),
    OOM_KILLED(PodFigure.OOM_KILLED, Reduction.MAX),
    ENDED_BY_OOM_KILL(PodFigure.ENDED_BY_OOM_KILL, Reduction.MAX),
    OOM_KILLS(PodFigure.OOM_KILLS, Reduction.LAST);

    private static final Set<SizingFigure> FOR_HEALTH =
            EnumSet.of(GC_LONGEST_PAUSE_SECONDS, GC_CPU_SECONDS, FULL_GCS, CONCURRENT_CYCLES);

    /** Distance of the samples of a subquery of minima or rates. */
    private static final Duration EVERY = Duration.ofSeconds(30);

    /** The same for maxima: a short scrape interval, so that no sample is missed. */
    private static final Duration EVERY_SAMPLE = Duration.ofSeconds(15);

    /** The time of a rate. */
    private static final Duration RATE = Duration.ofMinutes(2);

    private enum Reduction {
        /** The last sample, for settings and counters. */
        LAST,
        /** The maximum. */
        MAX,
        /** The maximum of the minima of a few collections each. */
        FLOOR,
        /** The maximum rate of two minutes. */
        BUSIEST
    }

    private final PodFigure figure;
    private final Reduction reduction;

    SizingFigure(PodFigure figure, Reduction reduction) {
        this.figure = figure;
        this.reduction = reduction;
    }

    /** Returns the figures that sizes depend on. */
    static Set<SizingFigure> forSizes() {
        return EnumSet.complementOf(EnumSet.copyOf(FOR_HEALTH));
    }

    /** Returns the figure whose samples are reduced. */
    public PodFigure figure() {
        return figure;
    }

    /** Returns whether its reduction depends on the time between collections. */
    boolean isFloor() {
        return reduction == Reduction.FLOOR;
    }

    /**
     * Returns the expression of the reduced figure.
     *
     * @param query of the figure
     * @param step of the window
     * @param collections time in which a few collections run
     */
    String promql(PodFigureQuery query, Duration step, Duration collections) {
        String each = seconds(step);
        String value = query.promql();
        return switch (reduction) {
            case LAST -> value;
            case MAX ->
                    query.maximum(each)
                            .orElseGet(
                                    () ->
                                            "max_over_time((%s)[%s:%s])"
                                                    .formatted(value, each, seconds(EVERY_SAMPLE)));
            case FLOOR ->
                    "max_over_time(min_over_time((%s)[%s:%s])[%s:%s])"
                            .formatted(
                                    value,
                                    seconds(collections),
                                    seconds(EVERY),
                                    each,
                                    seconds(distance(step, collections)));
            case BUSIEST ->
                    "max_over_time(rate((%s)[%s:%s])[%s:1m])"
                            .formatted(value, seconds(RATE), seconds(EVERY), each);
        };
    }

    /** Returns the time that the reduction looks back. */
    Duration reach(Duration step, Duration collections) {
        return switch (reduction) {
            case LAST -> Duration.ZERO;
            case MAX -> step;
            case FLOOR -> step.plus(collections);
            case BUSIEST -> step.plus(RATE);
        };
    }

    /** Returns the distance between minima: each step contains at least one. */
    private static Duration distance(Duration step, Duration collections) {
        Duration part = collections.dividedBy(4);
        Duration distance = part.compareTo(step) < 0 ? part : step;
        return distance.compareTo(EVERY) < 0 ? EVERY : distance;
    }

    private static String seconds(Duration duration) {
        return duration.toSeconds() + "s";
    }
}
