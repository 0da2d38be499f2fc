/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

/** Decides the verdict of each row, by a method that is set up for a whole family of metrics. */
sealed interface VerdictRule permits FewRuns, RepeatedRuns, SingleProfiles, SingleRuns {
    /** Of any false verdict among all rows. */
    double ALPHA = 0.05;

    /** The confidence level of intervals. */
    double LEVEL = 0.95;

    /**
     * The row of one metric.
     *
     * @param index its place in the family
     */
    Row judge(MetricValues measured, int index);
}
