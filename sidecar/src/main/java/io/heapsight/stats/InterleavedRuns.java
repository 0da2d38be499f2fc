/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A permutation test of runs whose arms were interleaved, but not in pairs, or in too few pairs:
 * arms are permuted over all runs. The statistic is Welch's t, on values that are clipped at three
 * median absolute deviations from the median of all runs.
 *
 * <p>That alone is exact only for arms of the same spread. Where one arm varies five times as much
 * as the other, a few of its values often lie on one side of all of the other's: of four against
 * four in 40 of 100 families. So a difference must also be told by Welch's t-test of its figure
 * alone, adjusted for the number of figures by Holm. Its degrees of freedom are halfway between
 * those of Satterthwaite, which trust the deviations of small arms, and those of the smaller arm,
 * which are safe; for arms of unequal size the latter.
 *
 * @see <a href="https://doi.org/10.1016/S0167-7152(97)00043-6">Janssen: Studentized permutation
 *     tests for non-i.i.d. hypotheses and the generalized Behrens-Fisher problem</a>
 */
public final class InterleavedRuns {
    private static final double CLIPPED_AT = 3;
    private static final int LEAST_RUNS = 2;
    private static final StepDownMaxT STEP_DOWN = new StepDownMaxT(false);

    private final List<boolean[]> rearrangements;
    private final double level;

    /** One figure of two arms. */
    private record Welch(double difference, double error, double freedom) {
        static final Welch NONE = new Welch(0, Double.POSITIVE_INFINITY, 1);

        static Welch of(double[] values, boolean[] candidate, double leastVariance) {
            Moments base = new Moments();
            Moments other = new Moments();
            for (int i = 0; i < values.length; i++) {
                if (!Double.isNaN(values[i])) {
                    (candidate[i] ? other : base).add(values[i]);
                }
            }
            if (Math.min(base.count(), other.count()) < LEAST_RUNS) {
                return NONE;
            }
            double before = base.varianceOfMean(leastVariance);
            double after = other.varianceOfMean(leastVariance);
            double safe = Math.min(base.count(), other.count()) - 1;
            double freedom = safe;
            if (base.count() == other.count()) {
                freedom = (safe + Satterthwaite.freedom(before, safe, after, safe)) / 2;
            }
            return new Welch(
                    Math.abs(other.mean() - base.mean()), Math.sqrt(before + after), freedom);
        }

        double t() {
            return difference == 0 ? 0 : difference / error;
        }

        double p() {
            return Math.min(1, 2 * TDistribution.of(freedom).survivalProbability(t()));
        }
    }

    private InterleavedRuns(List<boolean[]> rearrangements, double level) {
        this.rearrangements = rearrangements;
        this.level = level;
    }

    /**
     * Tests.
     *
     * @param candidate of each run, whether it is one of the candidate
     * @param level at which p-values are taken
     * @param seed for the rearrangements that are drawn, where there are too many to take all
     */
    public static FamilyTest test(
            List<RunFigure> figures, boolean[] candidate, double level, long seed) {
        return new InterleavedRuns(Rearrangements.ofArms(candidate, seed), level).test(figures);
    }

    private FamilyTest test(List<RunFigure> figures) {
        int size = figures.size();
        double[][] statistics = new double[size][];
        double[] alone = new double[size];
        Welch[] measured = new Welch[size];
        for (int i = 0; i < size; i++) {
            RunFigure.Scaled scaled = figures.get(i).scaled();
            measured[i] =
                    Welch.of(scaled.values(), rearrangements.getFirst(), scaled.leastVariance());
            alone[i] = measured[i].p();
            statistics[i] = statistics(clipped(scaled.values()), scaled.leastVariance());
        }
        double[] together = STEP_DOWN.p(statistics);
        double[] adjusted = HolmCorrection.adjusted(alone);
        double[] p = new double[size];
        Arrays.setAll(p, i -> Math.max(together[i], adjusted[i]));
        return new FamilyTest(p, leastTold(statistics, measured));
    }

    private double[] statistics(double[] values, double leastVariance) {
        double[] statistics = new double[rearrangements.size()];
        Arrays.setAll(statistics, k -> Welch.of(values, rearrangements.get(k), leastVariance).t());
        return statistics;
    }

    private double[] leastTold(double[][] statistics, Welch[] measured) {
        double together = STEP_DOWN.critical(statistics, level);
        double tail = level / measured.length / 2;
        double[] least = new double[measured.length];
        Arrays.setAll(
                least,
                i ->
                        measured[i].error
                                * Math.max(
                                        together,
                                        TDistribution.of(measured[i].freedom)
                                                .inverseSurvivalProbability(tail)));
        return least;
    }

    /** Where half of the values are the same there is no measure of what an outlier is. */
    private static double[] clipped(double[] values) {
        double[] known = Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
        if (known.length == 0) {
            return values;
        }
        double median = Median.withDefaults().evaluate(known);
        double[] distances = Arrays.stream(known).map(value -> Math.abs(value - median)).toArray();
        double reach = CLIPPED_AT * Median.withDefaults().evaluate(distances);
        double[] clipped = values.clone();
        if (reach > 0) {
            Arrays.setAll(
                    clipped, i -> Math.max(median - reach, Math.min(median + reach, values[i])));
        }
        return clipped;
    }
}
