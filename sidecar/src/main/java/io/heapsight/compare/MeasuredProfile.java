/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileFrames;
import io.heapsight.run.RunProfile;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The profile of a run reduced to the data of a comparison: two figures per method, per second of
 * the profile. With shares of the samples, all other methods would fall when one rises. Only
 * wall-clock profiles use shares, since they sample a part of the threads at a time.
 *
 * @param engine the kernel's mechanism for CPU time; empty if unknown
 * @param samples number of samples
 * @param sample average contribution of one sample to the sum of a figure's blocks
 * @param whole of all methods
 * @param nothing the figure of a method without samples
 * @param self of methods themselves
 * @param total of methods with callees, largest first, callers before callees
 */
record MeasuredProfile(
        ProfileEvent event,
        String engine,
        long samples,
        double sample,
        MetricValue whole,
        MetricValue nothing,
        Map<String, MetricValue> self,
        Map<String, MetricValue> total) {
    /** A sample each 10 ms of CPU time. */
    private static final double SECONDS_OF_SAMPLE = 0.01;

    private static final double SECONDS_OF_NANOSECOND = 1e-9;

    /**
     * @param repeated whether one number per figure is enough, because its run is one of several
     */
    static MeasuredProfile of(RunProfile profile, boolean repeated) {
        ProfileFrames frames = profile.frames();
        double[] wholes = new double[frames.blocks().length];
        Arrays.setAll(
                wholes,
                i ->
                        frames.event() == ProfileEvent.WALL
                                ? frames.blocks()[i]
                                : profile.seconds() / wholes.length);
        Map<String, MetricValue> self = new LinkedHashMap<>();
        Map<String, MetricValue> total = new LinkedHashMap<>();
        for (ProfileFrames.Frame each : frames.frames()) {
            if (Arrays.stream(each.self()).anyMatch(weight -> weight > 0)) {
                self.put(each.name(), figure(frames.event(), each.self(), wholes, repeated));
            }
            total.put(each.name(), figure(frames.event(), each.total(), wholes, repeated));
        }
        return new MeasuredProfile(
                frames.event(),
                frames.engine(),
                frames.samples(),
                factor(frames.event())
                        * Math.max(1, Arrays.stream(frames.blocks()).sum())
                        / Math.max(1, frames.samples()),
                figure(frames.event(), frames.blocks(), wholes, repeated),
                figure(frames.event(), new long[wholes.length], wholes, repeated),
                self,
                total);
    }

    private static MetricValue figure(
            ProfileEvent event, long[] weights, double[] wholes, boolean repeated) {
        double factor = factor(event);
        double[] parts = Arrays.stream(weights).mapToDouble(weight -> weight * factor).toArray();
        MetricValue figure = MetricValue.Rate.of(parts, wholes);
        return repeated ? figure.settled() : figure;
    }

    /** From the event's unit to that of the figures. */
    private static double factor(ProfileEvent event) {
        return switch (event) {
            case CPU -> SECONDS_OF_SAMPLE;
            case LOCK -> SECONDS_OF_NANOSECOND;
            case ALLOC, WALL -> 1;
        };
    }

    /** Whether its figures have blocks of time, rather than one number each. */
    boolean isByBlocks() {
        return whole instanceof MetricValue.Rate;
    }

    /** Whether the figures are shares of all samples. */
    boolean isShare() {
        return event == ProfileEvent.WALL;
    }

    /** The unit of the figures. */
    static Metric.Unit unit(ProfileEvent event) {
        return switch (event) {
            case CPU -> Metric.Unit.CORES;
            case ALLOC -> Metric.Unit.BYTES_PER_SECOND;
            case LOCK -> Metric.Unit.THREADS;
            case WALL -> Metric.Unit.RATIO;
        };
    }
}
