/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileFrames;
import io.heapsight.run.RunProfile;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The profile of a run, reduced to two figures per method, per second of the profile. Figures are
 * not shares of the samples, because a rise of one share lowers all others. Only samplers that
 * sample a few threads at a time use shares: wall-clock profiles, and {@link #FEW_THREADS}.
 *
 * @param engine the kernel's mechanism for CPU time; empty if unknown
 * @param isShare whether the figures are shares of all samples
 * @param samples number of samples
 * @param sample mean contribution of one sample to the sum of a figure's blocks
 * @param whole figure of all methods
 * @param nothing the figure of a method without samples
 * @param self figures of methods without callees
 * @param total figures of methods with callees, largest first, callers before callees
 */
record MeasuredProfile(
        ProfileEvent event,
        String engine,
        boolean isShare,
        long samples,
        double sample,
        MetricValue whole,
        MetricValue nothing,
        Map<String, MetricValue> self,
        Map<String, MetricValue> total) {
    /**
     * The event that samples at most five threads in Java code per tick. If more threads run, a
     * method gets more samples when other methods run less.
     */
    private static final String FEW_THREADS = "jdk.ExecutionSample";

    /** One sample per 10 ms of CPU time. */
    private static final double SECONDS_OF_SAMPLE = 0.01;

    private static final double SECONDS_OF_NANOSECOND = 1e-9;

    /**
     * @param repeated whether one number per figure suffices, because its arm has several runs
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
                frames.event() == ProfileEvent.WALL,
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

    /** Returns the factor from the event's unit to that of the figures. */
    private static double factor(ProfileEvent event) {
        return switch (event) {
            case CPU -> SECONDS_OF_SAMPLE;
            case LOCK -> SECONDS_OF_NANOSECOND;
            case ALLOC, WALL, LIVE, NATIVEMEM -> 1;
        };
    }

    /** Returns whether its figures have blocks of time, rather than one number each. */
    boolean isByBlocks() {
        return whole instanceof MetricValue.Rate;
    }

    /** Returns whether its numbers of samples do not follow from CPU time. */
    boolean samplesFewThreads() {
        return engine.equals(FEW_THREADS);
    }

    /** Returns the profile with its figures as shares of all samples. */
    MeasuredProfile asShares() {
        return isShare
                ? this
                : new MeasuredProfile(
                        event,
                        engine,
                        true,
                        samples,
                        sample,
                        share(whole),
                        share(nothing),
                        shares(self),
                        shares(total));
    }

    private Map<String, MetricValue> shares(Map<String, MetricValue> figures) {
        Map<String, MetricValue> shares = new LinkedHashMap<>();
        figures.forEach((name, figure) -> shares.put(name, share(figure)));
        return shares;
    }

    private MetricValue share(MetricValue figure) {
        return figure instanceof MetricValue.Rate part && whole instanceof MetricValue.Rate all
                ? MetricValue.Rate.of(part.parts(), all.parts())
                : MetricValue.Once.of(figure.value() / whole.value());
    }

    /** Returns the unit of the figures. */
    static Metric.Unit unit(ProfileEvent event) {
        return switch (event) {
            case CPU -> Metric.Unit.CORES;
            case ALLOC, LIVE, NATIVEMEM -> Metric.Unit.BYTES_PER_SECOND;
            case LOCK -> Metric.Unit.THREADS;
            case WALL -> Metric.Unit.RATIO;
        };
    }
}
