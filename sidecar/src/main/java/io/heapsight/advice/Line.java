/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A straight line through points, by least squares, with what scatters around it.
 *
 * @param points how many
 * @param meanX of the points
 * @param meanY of the points
 * @param slope of the line, which runs through the mean
 * @param spreadX sum of squares of x around their mean
 * @param scatter standard deviation of y around the line, with two degrees of freedom less
 */
record Line(int points, double meanX, double meanY, double slope, double spreadX, double scatter) {
    private static final double TAIL = 0.025;

    /** No program is exactly on a line: of the slope, and of the height, so much at least. */
    private static final double SLOPE_ERROR = 0.02;

    private static final double HEIGHT_ERROR = 0.01;

    /** Where a line reaches a height, with the bounds of its 95 % interval. */
    record Crossing(double low, double at, double high) {}

    /**
     * Fits a line.
     *
     * @return empty for fewer than three points, or when all have the same x
     */
    static Optional<Line> through(double[] x, double[] y) {
        int n = x.length;
        double meanX = mean(x);
        double meanY = mean(y);
        double spreadX = 0;
        double spreadY = 0;
        double product = 0;
        for (int i = 0; i < n; i++) {
            double dx = x[i] - meanX;
            double dy = y[i] - meanY;
            spreadX += dx * dx;
            spreadY += dy * dy;
            product += dx * dy;
        }
        if (n < 3 || !(spreadX > 0)) {
            return Optional.empty();
        }
        double slope = product / spreadX;
        double rest = Math.max(0, spreadY - slope * product);
        return Optional.of(new Line(n, meanX, meanY, slope, spreadX, Math.sqrt(rest / (n - 2))));
    }

    /** The height at x = 0. */
    double intercept() {
        return meanY - slope * meanX;
    }

    /**
     * Where one more point would reach a height: the x whose prediction interval holds it, by
     * inverting that interval (calibration after Fieller). Empty when the line doesn't rise beyond
     * what scatters.
     *
     * @see <a href="https://doi.org/10.1111/j.2517-6161.1954.tb00159.x">Fieller 1954</a>
     */
    Optional<Crossing> reaches(double height) {
        double measured = TDistribution.of(points - 2).inverseSurvivalProbability(TAIL) * scatter;
        double most = Math.max(measured, HEIGHT_ERROR * Math.abs(height));
        double ofSlope = Math.max(measured / Math.sqrt(spreadX), SLOPE_ERROR * Math.abs(slope));
        double bend = slope * slope - ofSlope * ofSlope;
        if (slope <= 0 || bend <= 0) {
            return Optional.empty();
        }
        double up = height - meanY;
        // bend u² - 2 slope up u + up² - most² (1 + 1/n) = 0, where u = x - meanX
        double last = up * up - most * most * (1 + 1.0 / points);
        double root = Math.sqrt(Math.max(0, slope * slope * up * up - bend * last));
        return Optional.of(
                new Crossing(
                        meanX + (slope * up - root) / bend,
                        meanX + up / slope,
                        meanX + (slope * up + root) / bend));
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
