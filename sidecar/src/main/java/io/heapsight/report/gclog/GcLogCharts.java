/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.gclog;

import io.heapsight.compare.Metric.Group;
import io.heapsight.compare.Metric.Unit;
import io.heapsight.compare.TimeSeriesChart;
import io.heapsight.compare.TimeSeriesChart.Line;
import io.heapsight.gclog.GcLogSummary;
import io.heapsight.gclog.GcLogSummary.GcLogPoint;
import io.heapsight.report.comparison.TrendSvg;
import io.heapsight.report.section.SectionHtml;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The charts of a GC log, or of two. A log without times has none. */
record GcLogCharts(List<TimeSeriesChart> charts) {
    /** Charts of one log: two figures in each. */
    static GcLogCharts of(GcLogSummary log) {
        if (!hasTimes(log)) {
            return new GcLogCharts(List.of());
        }
        List<GcLogPoint> points = log.points();
        return new GcLogCharts(
                List.of(
                        chart(
                                "Heap in use after (blue) and before (orange) collections",
                                Unit.BYTES,
                                line("after", false, points, GcLogPoint::afterBytes),
                                line("before", true, points, GcLogPoint::beforeBytes)),
                        chart(
                                "Longest pause; full collections are orange",
                                Unit.SECONDS,
                                bars("pause", false, points, GcLogPoint::longestPauseSeconds),
                                bars("full", true, points, GcLogPoint::longestFullPauseSeconds)),
                        chart(
                                "Allocation (blue) and promotion (orange) per second",
                                Unit.BYTES_PER_SECOND,
                                rate("allocation", false, points, GcLogPoint::allocatedBytes),
                                rate("promotion", true, points, GcLogPoint::promotedBytes)),
                        chart(
                                "Share of time in pauses",
                                Unit.RATIO,
                                rate("share", false, points, GcLogPoint::pauseSeconds))));
    }

    /** Charts of two logs: one figure in each. */
    static GcLogCharts of(GcLogSummary base, GcLogSummary candidate) {
        if (!hasTimes(base) || !hasTimes(candidate)) {
            return new GcLogCharts(List.of());
        }
        List<GcLogPoint> before = base.points();
        List<GcLogPoint> after = candidate.points();
        return new GcLogCharts(
                List.of(
                        chart(
                                "Heap in use after collections",
                                Unit.BYTES,
                                line("base", false, before, GcLogPoint::afterBytes),
                                line("candidate", true, after, GcLogPoint::afterBytes)),
                        chart(
                                "Longest pause",
                                Unit.SECONDS,
                                bars("base", false, before, GcLogPoint::longestPauseSeconds),
                                bars("candidate", true, after, GcLogPoint::longestPauseSeconds)),
                        chart(
                                "Allocation per second",
                                Unit.BYTES_PER_SECOND,
                                rate("base", false, before, GcLogPoint::allocatedBytes),
                                rate("candidate", true, after, GcLogPoint::allocatedBytes))));
    }

    private static boolean hasTimes(GcLogSummary log) {
        return log.seconds() > 0 && log.points().size() > 1;
    }

    /** A figure per second since the point before, which may be long ago; NaN at the first one. */
    private static Line rate(
            String name,
            boolean isSecond,
            List<GcLogPoint> points,
            ToDoubleFunction<GcLogPoint> amount) {
        double[] rates = new double[points.size()];
        Arrays.fill(rates, Double.NaN);
        for (int i = 1; i < rates.length; i++) {
            double seconds = points.get(i).seconds() - points.get(i - 1).seconds();
            rates[i] = amount.applyAsDouble(points.get(i)) / seconds;
        }
        return new Line(name, isSecond, seconds(points), rates);
    }

    private static double[] seconds(List<GcLogPoint> points) {
        return points.stream().mapToDouble(GcLogPoint::seconds).toArray();
    }

    private static TimeSeriesChart chart(String title, Unit unit, Line... lines) {
        return new TimeSeriesChart(title, Group.GC, unit, List.of(lines), List.of());
    }

    private static Line line(
            String name,
            boolean isSecond,
            List<GcLogPoint> points,
            ToDoubleFunction<GcLogPoint> value) {
        return new Line(
                name, isSecond, seconds(points), points.stream().mapToDouble(value).toArray());
    }

    /** Draws each value as a vertical line from zero: two points and a gap. */
    private static Line bars(
            String name,
            boolean isSecond,
            List<GcLogPoint> points,
            ToDoubleFunction<GcLogPoint> value) {
        List<Double> seconds = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        for (GcLogPoint point : points) {
            double each = value.applyAsDouble(point);
            if (!Double.isNaN(each)) {
                seconds.addAll(List.of(point.seconds(), point.seconds(), point.seconds()));
                values.addAll(List.of(0.0, each, Double.NaN));
            }
        }
        return new Line(name, isSecond, array(seconds), array(values));
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    void write(Writer out) throws IOException {
        out.write("<div class=\"charts\">\n");
        for (TimeSeriesChart chart : charts) {
            boolean isEmpty =
                    chart.lines().stream()
                            .allMatch(line -> Arrays.stream(line.values()).allMatch(Double::isNaN));
            if (!isEmpty) {
                out.write(
                        "<figure><figcaption>"
                                + SectionHtml.escape(chart.title())
                                + "</figcaption>\n");
                new TrendSvg(chart).write(out);
                out.write("</figure>\n");
            }
        }
        out.write("</div>\n");
    }
}
