/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import io.heapsight.compare.Metric;
import io.heapsight.compare.TimeSeriesChart;
import io.heapsight.report.Amount;
import io.heapsight.report.section.SectionHtml;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/**
 * A trend as an SVG drawing: one line per run, with an axis from zero, coloured by arm through CSS.
 * A dashed line marks a limit change.
 */
public final class TrendSvg {
    private static final int WIDTH = 560;
    private static final int HEIGHT = 220;
    private static final int LEFT = 74;
    private static final int RIGHT = 10;
    private static final int TOP = 10;
    private static final int BOTTOM = 24;
    private static final int GRID = 4;
    private static final double MINUTE = 60;
    private static final double HOUR = 60 * MINUTE;

    /** Distance from the right edge below which text is right-aligned at its tick. */
    private static final int EDGE = 40;

    private static final double ROUNDING = 1 + 1e-9;
    private static final double[] DECIMAL_STEPS = {1, 2, 5, 10};
    private static final double[] BINARY_STEPS = {
        1, 2, 5, 10, 16, 20, 32, 50, 64, 100, 128, 200, 256, 500, 512, 1_024
    };
    private static final double[] TIME_STEPS = {
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400
    };

    private final TimeSeriesChart trend;
    private double mostSeconds;
    private double mostValue;
    private final double valueStep;
    private final double secondsStep;

    public TrendSvg(TimeSeriesChart trend) {
        this.trend = trend;
        for (TimeSeriesChart.Line line : trend.lines()) {
            for (int i = 0; i < line.values().length; i++) {
                if (!Double.isNaN(line.values()[i])) {
                    mostValue = Math.max(mostValue, line.values()[i]);
                    mostSeconds = Math.max(mostSeconds, line.seconds()[i]);
                }
            }
        }
        boolean binary =
                trend.unit() == Metric.Unit.BYTES || trend.unit() == Metric.Unit.BYTES_PER_SECOND;
        valueStep = mostValue > 0 ? step(mostValue, binary) : 1;
        mostValue = mostValue > 0 ? valueStep * Math.ceil(mostValue / valueStep) : 1;
        mostSeconds = Math.max(1, mostSeconds);
        secondsStep = timeStep(mostSeconds);
    }

    /** Returns the smallest round step that reaches a value in a few steps. */
    private static double step(double value, boolean binary) {
        double base = binary ? 1_024 : 10;
        double power = Math.pow(base, Math.floor(Math.log(value / GRID) / Math.log(base)));
        for (double factor : binary ? BINARY_STEPS : DECIMAL_STEPS) {
            if (factor * power * GRID >= value) {
                return factor * power;
            }
        }
        return base * power;
    }

    private static double timeStep(double seconds) {
        for (double step : TIME_STEPS) {
            if (step * GRID >= seconds) {
                return step;
            }
        }
        return step(seconds / HOUR, false) * HOUR;
    }

    public void write(Writer out) throws IOException {
        out.write(
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s over time\">\n"
                        .formatted(WIDTH, HEIGHT, SectionHtml.escape(trend.title())));
        grid(out);
        for (TimeSeriesChart.Line line : trend.lines()) {
            out.write(
                    "<path class=\"%s\" d=\"%s\"><title>%s</title></path>\n"
                            .formatted(
                                    line.candidate() ? "candidate" : "base",
                                    path(line),
                                    SectionHtml.escape(line.run())));
        }
        for (TimeSeriesChart.Mark mark : trend.marks()) {
            mark(out, mark);
        }
        out.write("</svg>\n");
    }

    /** Draws a dashed vertical line with a tooltip. */
    private void mark(Writer out, TimeSeriesChart.Mark mark) throws IOException {
        double x = x(mark.seconds());
        out.write(
                String.format(
                        Locale.ROOT,
                        "<path class=\"%s\" stroke-dasharray=\"3 3\" d=\"M%.1f %dL%.1f %d\"><title>%s</title></path>\n",
                        mark.candidate() ? "candidate" : "base",
                        x,
                        TOP,
                        x,
                        HEIGHT - BOTTOM,
                        SectionHtml.escape(mark.run() + ": " + mark.text())));
    }

    private void grid(Writer out) throws IOException {
        for (int i = 0; i * valueStep <= mostValue * ROUNDING; i++) {
            double y = y(i * valueStep);
            out.write(
                    String.format(
                            Locale.ROOT,
                            "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                                    + "<text class=\"value\" x=\"%d\" y=\"%.1f\">%s</text>\n",
                            LEFT,
                            WIDTH - RIGHT,
                            y,
                            y,
                            LEFT - 6,
                            y + 4,
                            amount(i * valueStep)));
        }
        for (int i = 0; i * secondsStep <= mostSeconds * ROUNDING; i++) {
            double x = x(i * secondsStep);
            String anchor = i == 0 ? "start" : x > WIDTH - EDGE ? "end" : "middle";
            out.write(
                    String.format(
                            Locale.ROOT,
                            "<text class=\"time\" text-anchor=\"%s\" x=\"%.1f\" y=\"%d\">%s</text>\n",
                            anchor,
                            x,
                            HEIGHT - 6,
                            time(i * secondsStep)));
        }
    }

    private String amount(double value) {
        return Amount.of(value, trend.unit());
    }

    /** "45 s", "10 min", "2 h". */
    private String time(double seconds) {
        if (secondsStep < MINUTE) {
            return String.format(Locale.ROOT, "%.0f s", seconds);
        }
        return secondsStep < HOUR
                ? String.format(Locale.ROOT, "%.0f min", seconds / MINUTE)
                : String.format(Locale.ROOT, "%.0f h", seconds / HOUR);
    }

    /** Draws a line with gaps for unknown values. */
    private String path(TimeSeriesChart.Line line) {
        StringBuilder path = new StringBuilder();
        boolean drawing = false;
        for (int i = 0; i < line.values().length; i++) {
            double value = line.values()[i];
            if (Double.isNaN(value)) {
                drawing = false;
                continue;
            }
            path.append(
                    String.format(
                            Locale.ROOT,
                            "%s%.1f %.1f",
                            drawing ? "L" : "M",
                            x(line.seconds()[i]),
                            y(value)));
            drawing = true;
        }
        return path.toString();
    }

    private double x(double seconds) {
        return LEFT + (WIDTH - LEFT - RIGHT) * Math.clamp(seconds / mostSeconds, 0, 1);
    }

    private double y(double value) {
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.clamp(value / mostValue, 0, 1));
    }
}
