/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A straight line fitted to points by least squares.
 *
 * @param points number of points
 * @param meanX of the points; the line runs through both means
 * @param meanY of the points
 * @param slope of the line
 * @param squaresX sum of squared deviations of x from its mean
 * @param deviation standard deviation of the points from the line, with n - 2 degrees of freedom
 */
public record LinearFit(
        int points, double meanX, double meanY, double slope, double squaresX, double deviation) {
    /** Fits a line; empty for fewer than three points, or if all have the same x. */
    public static Optional<LinearFit> through(double[] x, double[] y) {
        Moments ofX = new Moments();
        Moments ofY = new Moments();
        for (int i = 0; i < x.length; i++) {
            ofX.add(x[i]);
            ofY.add(y[i]);
        }
        if (x.length < 3 || !(ofX.squares() > 0)) {
            return Optional.empty();
        }
        double products = 0;
        for (int i = 0; i < x.length; i++) {
            products += (x[i] - ofX.mean()) * (y[i] - ofY.mean());
        }
        double slope = products / ofX.squares();
        double residues = 0;
        for (int i = 0; i < x.length; i++) {
            double residue = y[i] - ofY.mean() - slope * (x[i] - ofX.mean());
            residues += residue * residue;
        }
        return Optional.of(
                new LinearFit(
                        x.length,
                        ofX.mean(),
                        ofY.mean(),
                        slope,
                        ofX.squares(),
                        Math.sqrt(residues / (x.length - 2))));
    }

    /** Returns the height at x = 0. */
    public double intercept() {
        return meanY - slope * meanX;
    }

    /**
     * Returns the half width of the interval around the line that contains a share of all points.
     */
    public double reach(double level) {
        return TDistribution.of(points - 2).inverseSurvivalProbability((1 - level) / 2) * deviation;
    }

    /** Returns the half width of the slope's interval. */
    public double slopeReach(double level) {
        return reach(level) / Math.sqrt(squaresX);
    }

    /**
     * Returns the x at which the line reaches a height, with an interval from the errors of height
     * and slope. Empty if the slope is not above its error.
     *
     * @param heightReach half width of the interval of the height at the mean of x
     * @param slopeReach half width of the interval of the slope
     * @param level of both
     * @see <a href="https://doi.org/10.1111/j.2517-6161.1954.tb00159.x">Fieller: Some problems in
     *     interval estimation</a>
     */
    public Optional<Estimate> reaches(
            double height, double heightReach, double slopeReach, double level) {
        if (slope - slopeReach <= 0) {
            return Optional.empty();
        }
        // (height - line at x)² <= heightReach² + slopeReach² (x - meanX)²
        double g = slopeReach * slopeReach / (slope * slope);
        double distance = (height - meanY) / slope;
        double ofHeight = heightReach * heightReach / (slope * slope);
        double root = Math.sqrt(g * distance * distance + (1 - g) * ofHeight);
        return Optional.of(
                new Estimate(
                        meanX + distance,
                        meanX + (distance - root) / (1 - g),
                        meanX + (distance + root) / (1 - g),
                        level));
    }
}
