/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Estimates the shift from base to candidate in runs that were made in pairs of neighbours: by
 * signed ranks of the differences within the pairs, by Student's t where these are less than
 * {@value #LEAST_FOR_RANKS}. A steady drift from each run to the next makes the differences of
 * pairs in the order AB and in the order BA lie apart; where that doubles the interval or more, the
 * drift is estimated with the shift and taken out.
 */
public final class PairedShift {
    private static final int LEAST_FOR_RANKS = 6;

    /** Of the interval's width, below which the drift was worth to be estimated. */
    private static final double MUCH_NARROWER = 0.5;

    /** The same for four or five pairs, whose residues are close to the line by chance. */
    private static final double MUCH_NARROWER_OF_FEW = 0.4;

    private PairedShift() {}

    /**
     * Candidate minus base.
     *
     * @param values of the runs, the two of a pair side by side; NaN where a run has none
     * @param candidate of each run, whether it is one of the candidate
     * @throws IllegalArgumentException when less than two pairs are known
     */
    public static Estimate between(double[] values, boolean[] candidate, double level) {
        double[] differences = new double[values.length / 2];
        double[] orders = new double[differences.length];
        int known = 0;
        for (int i = 0; i < values.length / 2; i++) {
            double later = values[2 * i + 1] - values[2 * i];
            if (!Double.isNaN(later)) {
                orders[known] = candidate[2 * i + 1] ? 1 : -1;
                differences[known] = orders[known] * later;
                known++;
            }
        }
        if (known < 2) {
            throw new IllegalArgumentException(known + " pairs");
        }
        differences = Arrays.copyOf(differences, known);
        Estimate plain =
                known >= LEAST_FOR_RANKS
                        ? SignedRank.centre(differences, level)
                        : mean(differences, level);
        Estimate driftless = withoutDrift(differences, Arrays.copyOf(orders, known), level);
        double narrower = known >= LEAST_FOR_RANKS ? MUCH_NARROWER : MUCH_NARROWER_OF_FEW;
        return width(driftless) < narrower * width(plain) ? driftless : plain;
    }

    private static double width(Estimate estimate) {
        return estimate.high() - estimate.low();
    }

    private static Estimate mean(double[] differences, double level) {
        Moments moments = new Moments();
        Arrays.stream(differences).forEach(moments::add);
        double reach =
                quantile(differences.length - 1, level) * Math.sqrt(moments.varianceOfMean(0));
        return around(moments.mean(), reach, level);
    }

    /** The differences are the shift, plus the drift for one order, minus it for the other. */
    private static Estimate withoutDrift(double[] differences, double[] orders, double level) {
        int n = differences.length;
        double meanOrder = Arrays.stream(orders).average().orElse(0);
        double mean = Arrays.stream(differences).average().orElse(0);
        double spread = n * (1 - meanOrder * meanOrder);
        if (n < 3 || spread == 0) {
            return new Estimate(mean, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, level);
        }
        double products = 0;
        for (int i = 0; i < n; i++) {
            products += (orders[i] - meanOrder) * (differences[i] - mean);
        }
        double drift = products / spread;
        double residues = 0;
        for (int i = 0; i < n; i++) {
            double residue = differences[i] - mean - drift * (orders[i] - meanOrder);
            residues += residue * residue;
        }
        double error = Math.sqrt(residues / (n - 2) * (1.0 / n + meanOrder * meanOrder / spread));
        return around(mean - drift * meanOrder, quantile(n - 2, level) * error, level);
    }

    private static double quantile(int freedom, double level) {
        return TDistribution.of(freedom).inverseSurvivalProbability((1 - level) / 2);
    }

    private static Estimate around(double value, double reach, double level) {
        return new Estimate(value, value - reach, value + reach, level);
    }
}
