/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.jstat.ContainerLimitKind;
import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunLimitChange;
import io.heapsight.run.RunSamples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A chart of one figure over time in all runs, aligned at their starts.
 *
 * @param title above the chart
 * @param lines of the base, then of the candidate
 * @param marks changes of the limits that bound the figure
 */
public record TimeSeriesChart(
        String title, Metric.Group group, Metric.Unit unit, List<Line> lines, List<Mark> marks) {
    private static final int MOST_POINTS = 240;
    private static final double MILLIS = 1e-3;

    /**
     * One run. Arrays are read only; instances are never compared.
     *
     * @param seconds since the start of the run, rising
     * @param values of the same length; NaN if unknown
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Line(String run, boolean candidate, double[] seconds, double[] values) {}

    /**
     * A limit that changed in one run.
     *
     * @param seconds since the start of the run
     * @param text "memory limit rose from 512.0 MiB to 1.0 GiB"
     */
    public record Mark(String run, boolean candidate, double seconds, String text) {}

    /** The values of one run in a trend. */
    @SuppressWarnings("ArrayRecordComponent")
    record Curve(int trend, double[] seconds, double[] values) {}

    /** A trend, and the function that reads it from a run. */
    private record Definition(
            String title,
            Metric.Group group,
            Metric.Unit unit,
            Function<SampleIntervals, double[]> values) {
        boolean isBoundedBy(ContainerLimitKind limit) {
            return limit == ContainerLimitKind.CPU
                    ? group == Metric.Group.TIME
                    : group == Metric.Group.CONTAINER;
        }
    }

    private static final List<Definition> ALL =
            List.of(
                    new Definition(
                            "CPU utilisation, cores",
                            Metric.Group.TIME,
                            Metric.Unit.CORES,
                            steps -> rate(steps, SampleField.CPU_SECONDS)),
                    new Definition(
                            "Container memory",
                            Metric.Group.CONTAINER,
                            Metric.Unit.BYTES,
                            steps -> steps.level(SampleField.CONTAINER_MEMORY_USAGE_BYTES)),
                    new Definition(
                            "Resident memory",
                            Metric.Group.CONTAINER,
                            Metric.Unit.BYTES,
                            steps -> steps.level(SampleField.RESIDENT_BYTES)),
                    new Definition(
                            "Heap used",
                            Metric.Group.HEAP,
                            Metric.Unit.BYTES,
                            steps -> steps.level(SampleField.HEAP_USED_BYTES)),
                    new Definition(
                            "Allocation per second",
                            Metric.Group.HEAP,
                            Metric.Unit.BYTES_PER_SECOND,
                            steps -> rate(steps, SampleField.ALLOCATED_BYTES)),
                    new Definition(
                            "GC overhead",
                            Metric.Group.GC,
                            Metric.Unit.RATIO,
                            steps -> rate(steps, SampleField.GC_PAUSE_SECONDS)),
                    new Definition(
                            "Metaspace used",
                            Metric.Group.METASPACE,
                            Metric.Unit.BYTES,
                            steps -> steps.level(RunColumn.poolUsedBytes("Metaspace"))),
                    new Definition(
                            "Output per second",
                            Metric.Group.OUTPUT,
                            Metric.Unit.BYTES_PER_SECOND,
                            steps -> rate(steps, SampleField.IO_WRITE_BYTES)));

    /** Returns the series of one run. */
    static List<Curve> curves(SampleIntervals steps) {
        RunSamples samples = steps.run().samples();
        double[] seconds = new double[Math.max(0, samples.size() - 1)];
        long start = steps.run().started().toEpochMilli();
        Arrays.setAll(seconds, i -> (samples.epochMillis(i + 1) - start) * MILLIS);
        List<Curve> curves = new ArrayList<>();
        for (int i = 0; i < ALL.size(); i++) {
            double[] values = ALL.get(i).values().apply(steps);
            if (Arrays.stream(values).anyMatch(value -> !Double.isNaN(value))) {
                curves.add(new Curve(i, thin(seconds), thin(values)));
            }
        }
        return List.copyOf(curves);
    }

    /** Returns the charts with the series of all runs. */
    public static List<TimeSeriesChart> of(Comparison comparison) {
        List<TimeSeriesChart> trends = new ArrayList<>();
        for (int i = 0; i < ALL.size(); i++) {
            List<Line> lines = new ArrayList<>();
            lines(lines, comparison.base(), false, i);
            lines(lines, comparison.candidate(), true, i);
            if (!lines.isEmpty()) {
                Definition definition = ALL.get(i);
                trends.add(
                        new TimeSeriesChart(
                                definition.title(),
                                definition.group(),
                                definition.unit(),
                                lines,
                                marks(comparison, definition)));
            }
        }
        return List.copyOf(trends);
    }

    private static List<Mark> marks(Comparison comparison, Definition definition) {
        List<Mark> marks = new ArrayList<>();
        marks(marks, comparison.base(), false, definition);
        marks(marks, comparison.candidate(), true, definition);
        return List.copyOf(marks);
    }

    private static void marks(List<Mark> marks, Arm arm, boolean candidate, Definition definition) {
        for (MeasuredRun run : arm.runs()) {
            long start = run.facts().started().toEpochMilli();
            for (RunLimitChange each : run.limitChanges()) {
                if (definition.isBoundedBy(each.change().limit())) {
                    marks.add(
                            new Mark(
                                    run.facts().name().text(),
                                    candidate,
                                    (each.at().toEpochMilli() - start) * MILLIS,
                                    each.change().words()));
                }
            }
        }
    }

    private static void lines(List<Line> lines, Arm arm, boolean candidate, int trend) {
        for (MeasuredRun run : arm.runs()) {
            for (Curve curve : run.curves()) {
                if (curve.trend() == trend) {
                    lines.add(
                            new Line(
                                    run.facts().name().text(),
                                    candidate,
                                    curve.seconds(),
                                    curve.values()));
                }
            }
        }
    }

    /**
     * Returns means of neighbouring values, so that a chart has no more points than it can show.
     */
    private static double[] thin(double[] values) {
        int each = (values.length + MOST_POINTS - 1) / MOST_POINTS;
        double[] thin = new double[(values.length + each - 1) / Math.max(1, each)];
        for (int i = 0; i < thin.length; i++) {
            int from = i * each;
            int to = Math.min(values.length, from + each);
            thin[i] =
                    Arrays.stream(values, from, to)
                            .filter(value -> !Double.isNaN(value))
                            .average()
                            .orElse(Double.NaN);
        }
        return thin;
    }

    private static double[] rate(SampleIntervals steps, SampleField field) {
        double[] grown = steps.grown(field);
        double[] seconds = steps.seconds();
        double[] rate = new double[grown.length];
        Arrays.setAll(rate, i -> grown[i] / seconds[i]);
        return rate;
    }
}
