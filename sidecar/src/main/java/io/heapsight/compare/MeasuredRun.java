/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.jstat.ContainerLimitKind;
import io.heapsight.jstat.SampleField;
import io.heapsight.run.LimitHistory;
import io.heapsight.run.ProgressMark;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunLimitChange;
import io.heapsight.run.RunSamples;
import io.heapsight.run.SharedCgroupCheck;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The data of a run that a comparison needs. Releases the samples, because those of eight runs of
 * an hour exceed the sidecar's memory.
 */
public final class MeasuredRun {
    private final Run facts;
    private final int samples;
    private final double seconds;
    private final List<MetricValue> figures;
    private final List<TimeSeriesChart.Curve> curves;
    private final List<RunLimitChange> limitChanges;
    private final List<LimitHistory> limits;
    private final Optional<String> defect;
    private final long fingerprint;
    private final boolean groupShared;
    private final Optional<String> allocationWarning;
    private final Optional<MeasuredProfile> profile;
    private final boolean pod;
    private final OptionalInt pair;

    private MeasuredRun(Run run, boolean repeated) {
        facts = run.with(RunSamples.NONE, Optional.empty());
        samples = run.samples().size();
        seconds = run.duration().toMillis() / 1e3;
        SampleIntervals steps = new SampleIntervals(run);
        figures =
                Metrics.ALL.stream()
                        .map(definition -> definition.figure().apply(steps))
                        .map(figure -> repeated ? figure.settled() : figure)
                        .toList();
        curves = TimeSeriesChart.curves(steps);
        limitChanges = RunLimitChange.of(run.samples());
        limits =
                Arrays.stream(ContainerLimitKind.values())
                        .map(limit -> LimitHistory.of(run, limit, limitChanges))
                        .toList();
        defect = RunDefect.of(run);
        fingerprint = fingerprint(run);
        groupShared = SharedCgroupCheck.isShared(run.samples());
        allocationWarning = AllocationErrorBound.warning(run.samples());
        profile = run.profile().map(each -> MeasuredProfile.of(each, repeated));
        pod = false;
        pair = OptionalInt.empty();
    }

    private MeasuredRun(Run run, double windowSeconds, OptionalInt pair) {
        facts = run.with(RunSamples.NONE, Optional.empty());
        samples = run.samples().size();
        seconds = windowSeconds;
        SampleIntervals steps = new SampleIntervals(run);
        figures =
                Metrics.ALL.stream()
                        .map(definition -> ofWindow(definition, steps, windowSeconds))
                        .toList();
        curves = List.of();
        limitChanges = List.of();
        limits =
                Arrays.stream(ContainerLimitKind.values())
                        .map(limit -> LimitHistory.of(run, limit, limitChanges))
                        .toList();
        defect = Optional.empty();
        fingerprint = fingerprint(run);
        groupShared = false;
        allocationWarning = Optional.empty();
        profile = Optional.empty();
        pod = true;
        this.pair = pair;
    }

    /** Returns a figure of a pod: totals are those of the whole window. */
    private static MetricValue ofWindow(
            Metrics.Definition definition, SampleIntervals steps, double windowSeconds) {
        if (definition.metric().name().equals(Metrics.DURATION)) {
            return new MetricValue.Missing("the pods are compared over the same window");
        }
        if (definition.metric().name().equals(Metrics.SINGLE_PAUSES)) {
            return new MetricValue.Missing("the metrics do not have single pauses");
        }
        boolean afterGc = definition.metric().name().startsWith(Metrics.AFTER_GC);
        RunColumn left = RunColumn.of(SampleField.OLD_AFTER_GC_BYTES);
        if (afterGc && !steps.run().samples().columns().contains(left)) {
            return MetricValue.Missing.NOT_RECORDED;
        }
        MetricValue figure = definition.figure().apply(steps);
        double covered = steps.run().duration().toMillis() / 1e3;
        return figure instanceof MetricValue.Sum && covered > 0
                ? figure.scaled(windowSeconds / covered).settled()
                : figure.settled();
    }

    /**
     * Returns a fingerprint of the samples and their times, which is equal only for identical runs.
     */
    private static long fingerprint(Run run) {
        RunSamples samples = run.samples();
        long hash = run.started().hashCode();
        for (int i = 0; i < samples.size(); i++) {
            hash = 31 * hash + samples.epochMillis(i);
        }
        long columns = 0;
        for (RunColumn column : samples.columns()) {
            columns += 31L * column.path().hashCode() + Arrays.hashCode(samples.values(column));
        }
        return 31 * hash + columns;
    }

    /** Returns changes of its container's limits, oldest first. */
    List<RunLimitChange> limitChanges() {
        return limitChanges;
    }

    /** Returns a limit of its container at its start and its end. */
    LimitHistory limit(ContainerLimitKind limit) {
        return limits.stream().filter(each -> each.limit() == limit).findFirst().orElseThrow();
    }

    /** Returns the possible error of its allocation; empty if it is small. */
    Optional<String> allocationWarning() {
        return allocationWarning;
    }

    /** Returns whether other processes use memory in the target's control group. */
    boolean isGroupShared() {
        return groupShared;
    }

    /** Returns the defect that invalidates it; empty if there is none. */
    Optional<String> defect() {
        return defect;
    }

    /** Returns whether this run is a copy of another run, with any name. */
    boolean isSameAs(MeasuredRun other) {
        return fingerprint == other.fingerprint
                && samples == other.samples
                && facts.started().equals(other.facts.started());
    }

    /** Measures the only run of an arm: noise is estimated from the variation of its samples. */
    public static MeasuredRun alone(Run run) {
        return new MeasuredRun(run, false);
    }

    /**
     * Measures one of several runs, or a single run that is compared with several. Each figure is
     * one number.
     */
    public static MeasuredRun repeated(Run run) {
        return new MeasuredRun(run, true);
    }

    /**
     * Measures a pod in a window that is the same for all pods. Each figure is one number. Totals
     * are scaled from the pod's part of the window to the whole window.
     *
     * @param pair number of the pair that it forms with a pod of the other arm; empty without pairs
     */
    public static MeasuredRun ofPod(Run run, double windowSeconds, OptionalInt pair) {
        return new MeasuredRun(run, windowSeconds, pair);
    }

    /** Returns whether this is a pod, measured in a window, instead of a recorded run. */
    boolean isPod() {
        return pod;
    }

    /** Returns the number of its pair; empty without pairs. */
    OptionalInt pair() {
        return pair;
    }

    /** Returns the run without samples and profile. */
    public Run facts() {
        return facts;
    }

    /** Returns the number of samples. */
    public int samples() {
        return samples;
    }

    Optional<MeasuredProfile> profile() {
        return profile;
    }

    double seconds() {
        return seconds;
    }

    /** Returns the figure of a metric, by its index in {@link Metrics#ALL}. */
    MetricValue figure(int metric) {
        return figures.get(metric);
    }

    /** Returns the value of a metric; NaN if it is missing. */
    double value(String metric) {
        return figures.get(Metrics.index(metric)).value();
    }

    List<TimeSeriesChart.Curve> curves() {
        return curves;
    }

    /** Returns units of work from the marks; NaN without marks. */
    double records() {
        return facts.marks().stream()
                .filter(mark -> mark.kind() == ProgressMark.Kind.RECORDS)
                .mapToDouble(ProgressMark::value)
                .max()
                .orElse(Double.NaN);
    }
}
