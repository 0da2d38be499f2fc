/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Estimates the shift between two arms of which one ran after the other, when a steady drift over
 * all runs may be part of it: the interval is that of a regression on the arm and on the place in
 * the order, about twice as wide as without a drift, and wider where what the regression leaves
 * still remembers the run before. It is stretched to hold the plain difference of the means, which
 * is the value.
 */
public final class DriftShift {
    private static final int PARAMETERS = 3;

    private DriftShift() {}

    /**
     * Candidate minus base.
     *
     * @param values of the runs in their order; NaN where a run has none
     * @param candidate of each run, whether it is one of the candidate
     */
    public static Estimate between(double[] values, boolean[] candidate, double level) {
        Moments value = new Moments();
        Moments arm = new Moments();
        Moments place = new Moments();
        Moments base = new Moments();
        Moments other = new Moments();
        for (int i = 0; i < values.length; i++) {
            if (!Double.isNaN(values[i])) {
                value.add(values[i]);
                arm.add(candidate[i] ? 1 : 0);
                place.add(i);
                (candidate[i] ? other : base).add(values[i]);
            }
        }
        double plain = other.mean() - base.mean();
        int freedom = value.count() - PARAMETERS;
        double armPlace = 0;
        double armValue = 0;
        double placeValue = 0;
        for (int i = 0; i < values.length; i++) {
            if (!Double.isNaN(values[i])) {
                double fromArm = (candidate[i] ? 1 : 0) - arm.mean();
                armPlace += fromArm * (i - place.mean());
                armValue += fromArm * (values[i] - value.mean());
                placeValue += (i - place.mean()) * (values[i] - value.mean());
            }
        }
        double determinant = arm.squares() * place.squares() - armPlace * armPlace;
        if (freedom < 1 || !(determinant > 0)) {
            return new Estimate(plain, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, level);
        }
        double shift = (armValue * place.squares() - placeValue * armPlace) / determinant;
        double drift = (placeValue * arm.squares() - armValue * armPlace) / determinant;
        double[] residues = new double[value.count()];
        double squares = 0;
        int next = 0;
        for (int i = 0; i < values.length; i++) {
            if (!Double.isNaN(values[i])) {
                residues[next] =
                        values[i]
                                - value.mean()
                                - shift * ((candidate[i] ? 1 : 0) - arm.mean())
                                - drift * (i - place.mean());
                squares += residues[next] * residues[next];
                next++;
            }
        }
        double worth = Autocorrelation.of(residues, PARAMETERS).independent() / residues.length;
        double error = Math.sqrt(squares / freedom * place.squares() / determinant / worth);
        double reach =
                TDistribution.of(freedom).inverseSurvivalProbability((1 - level) / 2) * error;
        return new Estimate(
                plain, Math.min(plain, shift - reach), Math.max(plain, shift + reach), level);
    }
}
