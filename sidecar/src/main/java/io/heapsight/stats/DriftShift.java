/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Estimates the shift between two arms when a steady drift over all runs may be part of it: by a
 * regression on the arm and on the place in the order. Its interval is about twice as wide as
 * without a drift where one arm ran after the other, and wider where what the regression leaves
 * still remembers the run before.
 */
public final class DriftShift {
    private static final int PARAMETERS = 3;

    /** A drift that is seen by chance in one row of a hundred without any. */
    private static final double BY_CHANCE = 0.01;

    /**
     * What the regression found.
     *
     * @param plain the difference of the arms' means
     * @param shift without the drift
     * @param drift from run to run
     * @param shiftError the standard error of the shift; infinite where arm and place can't be told
     *     apart
     * @param driftError the standard error of the drift
     */
    private record Fit(
            double plain,
            double shift,
            double drift,
            double shiftError,
            double driftError,
            int freedom) {
        boolean isOfDrift() {
            return Math.abs(drift) > quantile(BY_CHANCE) * driftError;
        }

        double reach(double level) {
            return shiftError < Double.POSITIVE_INFINITY
                    ? quantile(1 - level) * shiftError
                    : Double.POSITIVE_INFINITY;
        }

        private double quantile(double outside) {
            return TDistribution.of(freedom).inverseSurvivalProbability(outside / 2);
        }
    }

    private DriftShift() {}

    /**
     * Candidate minus base, of arms that followed one another: the value is the plain difference of
     * the means, which the interval is stretched to hold.
     *
     * @param values of the runs in their order; NaN where a run has none
     * @param candidate of each run, whether it is one of the candidate
     */
    public static Estimate between(double[] values, boolean[] candidate, double level) {
        Fit fit = fit(values, candidate);
        double reach = fit.reach(level);
        return new Estimate(
                fit.plain(),
                Math.min(fit.plain(), fit.shift() - reach),
                Math.max(fit.plain(), fit.shift() + reach),
                level);
    }

    /**
     * Candidate minus base without the drift, of arms that took turns; empty where no drift is
     * seen.
     */
    public static Optional<Estimate> withoutDrift(
            double[] values, boolean[] candidate, double level) {
        Fit fit = fit(values, candidate);
        double reach = fit.reach(level);
        return fit.isOfDrift() && reach < Double.POSITIVE_INFINITY
                ? Optional.of(
                        new Estimate(fit.shift(), fit.shift() - reach, fit.shift() + reach, level))
                : Optional.empty();
    }

    private static Fit fit(double[] values, boolean[] candidate) {
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
            double unknown = Double.POSITIVE_INFINITY;
            return new Fit(plain, plain, 0, unknown, unknown, Math.max(1, freedom));
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
        double variance = squares / freedom / worth / determinant;
        return new Fit(
                plain,
                shift,
                drift,
                Math.sqrt(variance * place.squares()),
                Math.sqrt(variance * arm.squares()),
                freedom);
    }
}
