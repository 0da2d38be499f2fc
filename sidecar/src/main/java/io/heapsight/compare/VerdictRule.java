/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

/** Decides the verdict of each row of a family of metrics. */
sealed interface VerdictRule
        permits TooFewRunsRule, RepeatedRunsRule, SingleProfilesRule, SingleRunsRule {
    /** The probability of any false verdict among all rows. */
    double ALPHA = 0.05;

    /** The confidence level of intervals. */
    double LEVEL = 0.95;

    /**
     * Creates the row of one metric.
     *
     * @param index in the family
     */
    ComparisonRow judge(MetricValues measured, int index);
}
