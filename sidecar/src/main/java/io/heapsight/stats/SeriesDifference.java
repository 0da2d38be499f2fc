/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The difference of a figure between two series, by Welch's method. Each series has its own error
 * and, from its blocks, its own degrees of freedom.
 *
 * @param estimate with its interval
 * @param p probability of such a difference by chance; 1 if nothing varies or differs
 */
public record SeriesDifference(Estimate estimate, double p) {
    /** Computes candidate minus base. */
    public static SeriesDifference between(
            SeriesFigure base, SeriesFigure candidate, double level) {
        double difference = candidate.value() - base.value();
        double baseVariance = base.error() * base.error();
        double candidateVariance = candidate.error() * candidate.error();
        double variance = baseVariance + candidateVariance;
        if (variance == 0) {
            Estimate exact = new Estimate(difference, difference, difference, level);
            return new SeriesDifference(exact, difference == 0 ? 1 : 0);
        }
        double freedom =
                Satterthwaite.freedom(
                        baseVariance, freedom(base), candidateVariance, freedom(candidate));
        TDistribution t = TDistribution.of(Math.max(1, freedom));
        double error = Math.sqrt(variance);
        double reach = error * t.inverseSurvivalProbability((1 - level) / 2);
        double p = 2 * t.survivalProbability(Math.abs(difference) / error);
        return new SeriesDifference(
                new Estimate(difference, difference - reach, difference + reach, level),
                Math.min(1, p));
    }

    private static double freedom(SeriesFigure figure) {
        return Math.max(1, figure.blocks() - 1);
    }
}
