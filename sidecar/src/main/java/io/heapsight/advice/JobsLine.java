/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.stats.Estimate;
import io.heapsight.stats.LinearFit;
import java.util.Optional;

/** The line of peak memory over the number of jobs, with a minimum error for the model. */
record JobsLine(LinearFit fit) {
    private static final double LEVEL = 0.95;

    /** Minimum errors of slope and height, since no program is exactly linear. */
    private static final double SLOPE_ERROR = 0.02;

    private static final double HEIGHT_ERROR = 0.01;

    /** Fits a line; empty for fewer than three points, or if all have the same number of jobs. */
    static Optional<JobsLine> through(double[] jobs, double[] peakBytes) {
        return LinearFit.through(jobs, peakBytes).map(JobsLine::new);
    }

    /**
     * Returns the number of jobs at which the line reaches a height, with a 95 % prediction
     * interval. Empty if memory rises by no more than its scatter.
     */
    Optional<Estimate> reaches(double bytes) {
        return reaches(bytes, 0);
    }

    /**
     * Returns the number of jobs at which the line reaches an uncertain height.
     *
     * @param error of the height
     */
    Optional<Estimate> reaches(double bytes, double error) {
        double ofPoint =
                Math.max(error, Math.max(fit.reach(LEVEL), HEIGHT_ERROR * Math.abs(bytes)));
        double ofSlope = Math.max(fit.slopeReach(LEVEL), SLOPE_ERROR * Math.abs(fit.slope()));
        return fit.reaches(bytes, ofPoint * Math.sqrt(1 + 1.0 / fit.points()), ofSlope, LEVEL);
    }
}
