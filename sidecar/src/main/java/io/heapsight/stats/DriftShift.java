/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.List;

/**
 * Estimates the shift between two arms apart from a possible steady drift over all runs. Uses a
 * regression on the arm and the position of each run. If one arm ran after the other, the interval
 * is about twice as wide as without a drift. Autocorrelated residuals widen it further.
 */
public final class DriftShift {
    private static final int PARAMETERS = 3;

    private DriftShift() {}

    /**
     * Computes candidate minus base for arms that ran one after the other. The value is the
     * difference of the means, the centre the difference without the drift. The error is infinite
     * if arm and position can't be separated.
     *
     * @param candidate for each run, whether it belongs to the candidate
     */
    public static List<ArmDifference> differences(
            List<FigureAcrossRuns> figures, boolean[] candidate) {
        return figures.stream().map(each -> fit(each.onItsScale(), candidate)).toList();
    }

    private static ArmDifference fit(double[] values, boolean[] candidate) {
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
            return ArmDifference.unknown(plain);
        }
        if (value.squares() == 0) {
            return ArmDifference.of(0, 0, 1);
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
        double worth = EffectiveSampleSize.of(residues, PARAMETERS).independent() / residues.length;
        double variance = squares / freedom / worth / determinant;
        return new ArmDifference(plain, shift, Math.sqrt(variance * place.squares()), freedom);
    }
}
