/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import io.heapsight.compare.Metric;
import io.heapsight.compare.Trend;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/** A trend as an SVG drawing: one line a run, from zero up, coloured by arm through CSS. */
final class TrendSvg {
    private static final int WIDTH = 560;
    private static final int HEIGHT = 220;
    private static final int LEFT = 74;
    private static final int RIGHT = 10;
    private static final int TOP = 10;
    private static final int BOTTOM = 24;
    private static final int GRID = 4;
    private static final double MINUTE = 60;

    private final Trend trend;
    private double mostSeconds;
    private double mostValue;

    TrendSvg(Trend trend) {
        this.trend = trend;
        for (Trend.Line line : trend.lines()) {
            for (int i = 0; i < line.values().length; i++) {
                if (!Double.isNaN(line.values()[i])) {
                    mostValue = Math.max(mostValue, line.values()[i]);
                    mostSeconds = Math.max(mostSeconds, line.seconds()[i]);
                }
            }
        }
        mostValue = mostValue > 0 ? niceAbove(mostValue) : 1;
        mostSeconds = Math.max(1, mostSeconds);
    }

    /** The next number of which a quarter reads well. */
    private double niceAbove(double value) {
        boolean binary =
                trend.unit() == Metric.Unit.BYTES || trend.unit() == Metric.Unit.BYTES_PER_SECOND;
        double base = binary ? 2 : 10;
        double power = Math.pow(base, Math.floor(Math.log(value) / Math.log(base)));
        for (double factor : new double[] {1, 1.2, 1.5, 1.6, 2, 3, 4, 5, 6, 8}) {
            if (factor * power >= value) {
                return factor * power;
            }
        }
        return base * power;
    }

    void write(Writer out) throws IOException {
        out.write(
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s over time\">\n"
                        .formatted(WIDTH, HEIGHT, SectionHtml.escape(trend.title())));
        grid(out);
        for (Trend.Line line : trend.lines()) {
            out.write(
                    "<path class=\"%s\" d=\"%s\"><title>%s</title></path>\n"
                            .formatted(
                                    line.candidate() ? "candidate" : "base",
                                    path(line),
                                    SectionHtml.escape(line.run())));
        }
        out.write("</svg>\n");
    }

    private void grid(Writer out) throws IOException {
        for (int i = 0; i <= GRID; i++) {
            double value = mostValue * i / GRID;
            double y = y(value);
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
                            amount(value)));
        }
        for (int i = 0; i <= GRID; i++) {
            double seconds = mostSeconds * i / GRID;
            String anchor = i == 0 ? "start" : i == GRID ? "end" : "middle";
            out.write(
                    String.format(
                            Locale.ROOT,
                            "<text class=\"time\" text-anchor=\"%s\" x=\"%.1f\" y=\"%d\">%s</text>\n",
                            anchor,
                            x(seconds),
                            HEIGHT - 6,
                            time(seconds)));
        }
    }

    private String amount(double value) {
        return Amount.of(value, trend.unit());
    }

    private String time(double seconds) {
        return mostSeconds < 2 * MINUTE
                ? String.format(Locale.ROOT, "%.0f s", seconds)
                : String.format(Locale.ROOT, "%.1f min", seconds / MINUTE);
    }

    /** A gap where a value is not known. */
    private String path(Trend.Line line) {
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
