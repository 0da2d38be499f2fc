/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.stats.ArmDifference;
import io.heapsight.stats.RunFigure;
import java.util.Arrays;
import java.util.List;

/**
 * Divides the chance of any false verdict, {@link VerdictRule#ALPHA}, among the rows of a table, by
 * parallel gatekeeping: nine tenths go to the primary rows by their weights; a tenth, and the part
 * of each primary row that is found, go to the secondary rows in equal parts.
 *
 * <p>It holds for any dependence of the rows. Say that the unchanged primary rows have a part u of
 * the nine tenths. That any of them is found has a chance of 0.9 u of 5 % at most. If none is, a
 * part 1 - u at most is handed on, and any false verdict among the secondary rows has a chance of
 * 0.1 + 0.9 (1 - u) of 5 % at most. The sum is 5 %.
 *
 * <p>Equivalent rows, such as a peak and its share of a limit, have the same result, and share one
 * part: a row equivalent to a primary row is primary, too.
 *
 * @see <a href="https://doi.org/10.1002/sim.1526">Dmitrienko, Offen, Westfall: Gatekeeping
 *     strategies for clinical trials that do not require all primary effects to be significant</a>
 */
final class Families {
    private static final double OF_PRIMARY = 0.9;

    /** Two rows are equivalent if they differ by less than this share of their variation. */
    private static final double SAME = 0.02;

    private final double[] weights;
    private final double[] alphas;

    /**
     * @param named weights of primary rows; 0 for a secondary one
     */
    Families(double[] named, List<RunFigure> figures, List<ArmDifference> differences) {
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
        double handedOn = (1 - ofPrimary) * VerdictRule.ALPHA;
        for (int i = 0; i < first.length; i++) {
            if (weights[i] > 0) {
                alphas[i] = ofPrimary * VerdictRule.ALPHA * weights[first[i]] / all;
                boolean found = first[i] == i && differences.get(i).p() < alphas[i];
                handedOn += found ? alphas[i] : 0;
            }
        }
        for (int i = 0; i < first.length; i++) {
            alphas[i] = weights[i] > 0 ? alphas[i] : handedOn / secondary;
        }
    }

    /** The weight of the first primary row equivalent to a secondary one; 0 for none. */
    private static double weightOfTheSame(double[] named, List<RunFigure> figures, int row) {
        for (int i = 0; i < named.length; i++) {
            if (named[i] > 0 && same(figures.get(i), figures.get(row))) {
                return named[i];
            }
        }
        return 0;
    }

    /** The first equivalent row of the same family. */
    private int first(List<RunFigure> figures, int row) {
        int first = 0;
        while (first < row
                && ((weights[first] > 0) != (weights[row] > 0)
                        || !same(figures.get(first), figures.get(row)))) {
            first++;
        }
        return first;
    }

    /** Whether one is a multiple of the other, or of its reciprocal. */
    private static boolean same(RunFigure one, RunFigure other) {
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

    /** NaN if any value is missing. */
    private static double range(double[] values) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double each : values) {
            low = Math.min(low, each);
            high = Math.max(high, each);
        }
        return high - low;
    }

    Row.Family of(int index) {
        return weights[index] > 0 ? Row.Family.PRIMARY : Row.Family.SECONDARY;
    }

    /** The chance of a false verdict that a row may have. */
    double alpha(int index) {
        return alphas[index];
    }

    /** A p-value of a row alone, so enlarged that it is compared with {@link VerdictRule#ALPHA}. */
    double adjusted(int index, double p) {
        return Math.min(1, p * VerdictRule.ALPHA / alpha(index));
    }
}
