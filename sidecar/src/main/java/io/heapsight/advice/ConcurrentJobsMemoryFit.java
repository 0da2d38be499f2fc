/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.stats.Estimate;
import io.heapsight.stats.LinearFit;
import java.util.Optional;

/** A linear fit of peak memory over the number of jobs, with a minimum error for the model. */
record ConcurrentJobsMemoryFit(LinearFit fit) {
    private static final double LEVEL = 0.95;

    /** Minimum relative errors of slope and memory, since no program is exactly linear. */
    private static final double SLOPE_ERROR = 0.02;

    private static final double HEIGHT_ERROR = 0.01;

    /** Fits a line; empty for fewer than three points, or if all have the same number of jobs. */
    static Optional<ConcurrentJobsMemoryFit> through(double[] jobs, double[] peakBytes) {
        return LinearFit.through(jobs, peakBytes).map(ConcurrentJobsMemoryFit::new);
    }

    /**
     * Estimates the number of jobs at which the memory reaches this size, with a 95 % interval.
     * Empty if memory doesn't rise by more than its scatter.
     *
     * @param error possible error of the size
     */
    Optional<Estimate> reaches(double bytes, double error) {
        double ofPoint =
                Math.max(error, Math.max(fit.reach(LEVEL), HEIGHT_ERROR * Math.abs(bytes)));
        double ofSlope = Math.max(fit.slopeReach(LEVEL), SLOPE_ERROR * Math.abs(fit.slope()));
        return fit.reaches(bytes, ofPoint * Math.sqrt(1 + 1.0 / fit.points()), ofSlope, LEVEL);
    }
}
