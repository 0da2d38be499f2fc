/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.stats.ArmDifference;
import io.heapsight.stats.FigureAcrossRuns;
import java.util.Arrays;
import java.util.List;

/**
 * Divides the chance of any false verdict, usually {@link VerdictRule#ALPHA}, among the rows of a
 * table, by parallel gatekeeping. Nine tenths go to the primary rows by their weights. One tenth,
 * and the part of each primary row with a detected change, go to the secondary rows in equal parts.
 *
 * <p>The bound holds for any dependence of the rows. Let the unchanged primary rows have a part u
 * of the nine tenths. The chance that any of them gets a false verdict is at most 0.9 u of 5 %.
 * Otherwise at most a part 1 - u is passed on. Then the chance of a false verdict among the
 * secondary rows is at most 0.1 + 0.9 (1 - u) of 5 %. The sum is 5 %.
 *
 * <p>Equivalent rows, such as a peak and its share of a limit, have the same result, and share one
 * part. A row equivalent to a primary row is also primary.
 *
 * @see <a href="https://doi.org/10.1002/sim.1526">Dmitrienko, Offen, Westfall: Gatekeeping
 *     strategies for clinical trials that do not require all primary effects to be significant</a>
 */
final class AlphaAllocation {
    private static final double OF_PRIMARY = 0.9;

    /** Share of the variation of two rows below which their difference makes them equivalent. */
    private static final double SAME = 0.02;

    private final double[] weights;
    private final double[] alphas;

    /**
     * @param named weights of primary rows; 0 for a secondary one
     * @param alpha chance of any false verdict
     */
    AlphaAllocation(
            double[] named,
            List<FigureAcrossRuns> figures,
            List<ArmDifference> differences,
            double alpha) {
        weights = named.clone();
        Arrays.setAll(weights, i -> named[i] > 0 ? named[i] : weightOfTheSame(named, figures, i));
        alphas = new double[weights.length];
        int[] first = new int[weights.length];
        Arrays.setAll(first, i -> first(figures, i));
        int secondary = 0;
        double all = 0;
        for (int i = 0; i < first.length; i++) {
            if (first[i] == i) {
                all += weights[i];
                secondary += weights[i] == 0 ? 1 : 0;
            }
        }
        double ofPrimary = all == 0 ? 0 : secondary == 0 ? 1 : OF_PRIMARY;
        double handedOn = (1 - ofPrimary) * alpha;
        for (int i = 0; i < first.length; i++) {
            if (weights[i] > 0) {
                alphas[i] = ofPrimary * alpha * weights[first[i]] / all;
                boolean found = first[i] == i && differences.get(i).p() < alphas[i];
                handedOn += found ? alphas[i] : 0;
            }
        }
        for (int i = 0; i < first.length; i++) {
            alphas[i] = weights[i] > 0 ? alphas[i] : handedOn / secondary;
        }
    }

    /** Returns the weight of the first primary row equivalent to a secondary one; 0 for none. */
    private static double weightOfTheSame(double[] named, List<FigureAcrossRuns> figures, int row) {
        for (int i = 0; i < named.length; i++) {
            if (named[i] > 0 && same(figures.get(i), figures.get(row))) {
                return named[i];
            }
        }
        return 0;
    }

    /** Returns the first equivalent row of the same family. */
    private int first(List<FigureAcrossRuns> figures, int row) {
        int first = 0;
        while (first < row
                && ((weights[first] > 0) != (weights[row] > 0)
                        || !same(figures.get(first), figures.get(row)))) {
            first++;
        }
        return first;
    }

    /** Returns whether one is a multiple of the other, or of its reciprocal. */
    private static boolean same(FigureAcrossRuns one, FigureAcrossRuns other) {
        return one.isRatio()
                && other.isRatio()
                && (isConstant(one.onItsScale(), other.onItsScale(), -1)
                        || isConstant(one.onItsScale(), other.onItsScale(), 1));
    }

    private static boolean isConstant(double[] one, double[] other, int sign) {
        double[] sums = new double[one.length];
        Arrays.setAll(sums, i -> one[i] + sign * other[i]);
        return range(sums) <= SAME * range(one);
    }

    /** Returns the range of the values; NaN if any is missing. */
    private static double range(double[] values) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double each : values) {
            low = Math.min(low, each);
            high = Math.max(high, each);
        }
        return high - low;
    }

    ComparisonRow.Family of(int index) {
        return weights[index] > 0 ? ComparisonRow.Family.PRIMARY : ComparisonRow.Family.SECONDARY;
    }

    /** Returns the chance of a false verdict that a row may have. */
    double alpha(int index) {
        return alphas[index];
    }

    /** Adjusts a row's own p-value for a comparison with {@link VerdictRule#ALPHA}. */
    double adjusted(int index, double p) {
        return Math.min(1, p * VerdictRule.ALPHA / alpha(index));
    }
}
