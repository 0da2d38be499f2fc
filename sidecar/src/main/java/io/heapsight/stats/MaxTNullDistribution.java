/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Arrays;
import java.util.List;

/**
 * Computes the null distribution of the largest Welch t of many figures, over all assignments of
 * arms to runs (max-T of Westfall and Young). Assumes no distribution of the values. With four runs
 * against four, 2 of 70 assignments separate the arms completely. Of forty figures with only two
 * values, one often separates them by chance.
 *
 * @see <a href="https://doi.org/10.1214/ss/1056397487">Dudoit, Shaffer, Boldrick: Multiple
 *     hypothesis testing in microarray experiments, section 2.6</a>
 */
public final class MaxTNullDistribution {
    private final double[] others;

    /**
     * @param figures that are tested together
     * @param candidate for each run, whether it belongs to the candidate
     * @param seed for a random sample of assignments, if there are too many to enumerate
     */
    public MaxTNullDistribution(List<FigureAcrossRuns> figures, boolean[] candidate, long seed) {
        List<boolean[]> arrangements = Permutations.ofArms(candidate, seed);
        double[] most = new double[arrangements.size()];
        for (FigureAcrossRuns figure : figures) {
            FigureAcrossRuns.Scaled scaled = figure.scaled();
            for (int k = 1; k < most.length; k++) {
                double t = InterleavedDifference.difference(scaled, arrangements.get(k)).t();
                most[k] = Math.max(most[k], t);
            }
        }
        others = Arrays.copyOfRange(most, 1, most.length);
        Arrays.sort(others);
    }

    /** Returns the threshold in standard errors; infinite if no difference is significant. */
    public double quantile(double alpha) {
        int allowed = (int) Math.floor(alpha * (others.length + 1));
        return allowed < 1 ? Double.POSITIVE_INFINITY : others[others.length - allowed];
    }

    /**
     * Returns the share of assignments, including the measured one, in which a figure reaches the
     * difference.
     */
    public double p(ArmDifference difference) {
        double t = difference.t();
        int reached = 1;
        for (double each : others) {
            reached += each >= t ? 1 : 0;
        }
        return (double) reached / (others.length + 1);
    }
}
