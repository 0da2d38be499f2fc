/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.run.ProgressMark;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunSamples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Computes the work of a run from its marks. The progress between two marks is unknown. A figure
 * per unit of work therefore has one part per mark, or is one number if there are few marks.
 */
final class MarkedWork {
    private static final double MILLIS = 1e-3;

    /** Minimum number of parts that show how the pace of the work varies. */
    private static final int LEAST_PARTS = 8;

    /** The end of a stretch of work, and the total work by then. */
    private record Point(long epochMillis, double records) {}

    private final RunSamples samples;
    private final List<Point> points = new ArrayList<>();

    MarkedWork(Run run) {
        samples = run.samples();
        Point last = new Point(run.started().toEpochMilli(), 0);
        points.add(last);
        for (ProgressMark mark : run.marks()) {
            Point next = new Point(mark.at().toEpochMilli(), mark.value());
            boolean later = next.epochMillis() > last.epochMillis();
            if (mark.kind() == ProgressMark.Kind.RECORDS
                    && later
                    && next.records() >= last.records()) {
                points.add(next);
                last = next;
            }
        }
    }

    /** Returns the total reported work. */
    MetricValue records() {
        return points.size() == 1
                ? MetricValue.Missing.NOT_RECORDED
                : new MetricValue.Once(points.getLast().records());
    }

    /** Returns units of work per second. */
    MetricValue rate() {
        double[] seconds = new double[points.size() - 1];
        Arrays.setAll(
                seconds,
                i -> (points.get(i + 1).epochMillis() - points.get(i).epochMillis()) * MILLIS);
        return by(parts(), seconds);
    }

    /** Returns the growth of a counter per unit of work. */
    MetricValue perRecord(RunColumn column) {
        double[] values = samples.values(column);
        double[] grown = new double[points.size() - 1];
        Arrays.setAll(
                grown,
                i ->
                        at(values, points.get(i + 1).epochMillis())
                                - at(values, points.get(i).epochMillis()));
        return by(grown, parts());
    }

    private double[] parts() {
        double[] records = new double[points.size() - 1];
        Arrays.setAll(records, i -> points.get(i + 1).records() - points.get(i).records());
        return records;
    }

    private static MetricValue by(double[] parts, double[] wholes) {
        double part = Arrays.stream(parts).filter(each -> !Double.isNaN(each)).sum();
        double whole = Arrays.stream(wholes).sum();
        boolean unknown = Arrays.stream(parts).anyMatch(Double::isNaN);
        if (parts.length == 0 || unknown || !(whole > 0)) {
            return MetricValue.Missing.NOT_RECORDED;
        }
        return parts.length < LEAST_PARTS
                ? new MetricValue.Once(part / whole)
                : MetricValue.Rate.of(parts, wholes);
    }

    /** Returns a counter at a moment, interpolated between samples; NaN if unknown. */
    private double at(double[] values, long epochMillis) {
        int before = -1;
        for (int i = 0; i < values.length; i++) {
            if (Double.isNaN(values[i])) {
                continue;
            }
            long time = samples.epochMillis(i);
            if (time >= epochMillis) {
                if (before < 0) {
                    return values[i];
                }
                double share =
                        (double) (epochMillis - samples.epochMillis(before))
                                / Math.max(1, time - samples.epochMillis(before));
                return values[before] + share * (values[i] - values[before]);
            }
            before = i;
        }
        return before < 0 ? Double.NaN : values[before];
    }
}
