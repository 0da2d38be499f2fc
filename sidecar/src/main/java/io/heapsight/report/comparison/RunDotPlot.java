/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import io.heapsight.compare.ComparisonRow;
import io.heapsight.report.Amount;
import io.heapsight.report.section.SectionHtml;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * The runs of one row as an SVG drawing. Each run is a dot, the base above the candidate. A line
 * between them shows the candidate's interval, relative to the base's median.
 */
final class RunDotPlot {
    private static final int WIDTH = 176;
    private static final int HEIGHT = 28;
    private static final int MARGIN = 5;
    private static final int MOST_DOTS = 100;
    private static final double BASE_Y = 7;
    private static final double MIDDLE_Y = 14;
    private static final double CANDIDATE_Y = 21;

    private final ComparisonRow row;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;

    RunDotPlot(ComparisonRow row) {
        this.row = row;
        for (double value :
                DoubleStream.concat(
                                Arrays.stream(row.values().base()),
                                Arrays.stream(row.values().candidate()))
                        .toArray()) {
            if (Double.isFinite(value)) {
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
        }
    }

    /** Writes the drawing; nothing for runs without values. */
    void write(Writer out) throws IOException {
        if (low > high) {
            return;
        }
        out.write(
                "<svg class=\"dots\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">"
                        .formatted(
                                WIDTH,
                                HEIGHT,
                                SectionHtml.escape("each run's " + row.metric().words())));
        dots(out, "base", row.values().base(), BASE_Y);
        if (row.base().isPresent()
                && row.change().filter(ComparisonRow.Change::hasInterval).isPresent()) {
            double median = row.base().getAsDouble();
            ComparisonRow.Change change = row.change().get();
            line(out, median + change.difference().low(), median + change.difference().high());
        }
        dots(out, "candidate", row.values().candidate(), CANDIDATE_Y);
        out.write("</svg>");
    }

    private void dots(Writer out, String arm, double[] values, double y) throws IOException {
        for (double value : thinned(values)) {
            if (Double.isFinite(value)) {
                out.write(
                        String.format(
                                Locale.ROOT,
                                "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.0f\""
                                        + " r=\"3\"><title>%s</title></circle>",
                                arm,
                                x(value),
                                y,
                                SectionHtml.escape(Amount.of(value, row.metric().unit()))));
            }
        }
    }

    /** Returns evenly spaced ones of many sorted values. */
    private static double[] thinned(double[] values) {
        if (values.length <= MOST_DOTS) {
            return values;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double[] thinned = new double[MOST_DOTS];
        Arrays.setAll(
                thinned, i -> sorted[(int) ((long) i * (sorted.length - 1) / (MOST_DOTS - 1))]);
        return thinned;
    }

    private void line(Writer out, double from, double to) throws IOException {
        out.write(
                String.format(
                        Locale.ROOT,
                        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.0f\" y2=\"%.0f\"/>",
                        x(from),
                        x(to),
                        MIDDLE_Y,
                        MIDDLE_Y));
    }

    /** Returns the x coordinate; values beyond the runs are drawn at the edge. */
    private double x(double value) {
        double share = high > low ? (value - low) / (high - low) : 0.5;
        return MARGIN + (WIDTH - 2.0 * MARGIN) * Math.clamp(share, 0, 1);
    }
}
