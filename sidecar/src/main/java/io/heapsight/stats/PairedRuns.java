/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;

/**
 * A permutation test of runs that were made in pairs of neighbours, one of each arm: within each
 * pair the arms are exchanged or not. What changes slowly over the runs is the same in both of a
 * pair, so it neither hides a difference nor makes one; nor do arms of different spread, as long as
 * they scatter symmetrically.
 *
 * <p>The statistic is the mean difference within the pairs over its error, the differences clipped
 * at three times the median of their sizes, for outliers. Six or seven differences know little of
 * their own spread, and by luck some figure has six that are alike. There the differences between
 * neighbours of the same arm, from one pair to the next, tell of it, too: an order to and fro,
 * ABBA, has them. Where machines change between pairs these are larger, by a factor that all
 * figures have in common: the median of their ratios, which they are divided by.
 */
public final class PairedRuns {
    private static final double CLIPPED_AT = 3;

    /** With more pairs the borders between them add little, and would cost exactness. */
    private static final int MOST_PAIRS_WITH_BORDERS = 7;

    /** Those of 7 pairs. */
    private static final int FEW = 64;

    /** Of each rearrangement and pair, whether the candidate's run is the second one. */
    private final List<boolean[]> rearrangements;

    /** A figure within the pairs, the later run minus the earlier, and between them. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Differences(double[] within, double[] between, double leastVariance) {
        static Differences of(RunFigure figure) {
            RunFigure.Scaled scaled = figure.scaled();
            double[] values = scaled.values();
            int pairs = values.length / 2;
            double[] within = new double[pairs];
            Arrays.setAll(within, i -> values[2 * i + 1] - values[2 * i]);
            double[] between = new double[pairs <= MOST_PAIRS_WITH_BORDERS ? pairs - 1 : 0];
            Arrays.setAll(between, i -> values[2 * i + 2] - values[2 * i + 1]);
            return new Differences(clipped(within), clipped(between), 2 * scaled.leastVariance());
        }

        /** Where half of the differences are none, nothing is an outlier; NaN stays. */
        private static double[] clipped(double[] differences) {
            double[] sizes =
                    Arrays.stream(differences)
                            .filter(each -> !Double.isNaN(each))
                            .map(Math::abs)
                            .toArray();
            double reach =
                    sizes.length == 0 ? 0 : CLIPPED_AT * Median.withDefaults().evaluate(sizes);
            double[] clipped = differences.clone();
            if (reach > 0) {
                Arrays.setAll(clipped, i -> Math.max(-reach, Math.min(reach, differences[i])));
            }
            return clipped;
        }
    }

    /** Sums over the pairs of one figure in one rearrangement. */
    private static final class Sums {
        private int pairs;
        private double mean;
        private double squares;
        private int borders;
        private double borderSquares;

        void take(Differences figure, boolean[] candidateLater) {
            double sum = 0;
            double all = 0;
            pairs = 0;
            borders = 0;
            borderSquares = 0;
            for (int i = 0; i < candidateLater.length; i++) {
                double within = figure.within()[i];
                if (!Double.isNaN(within)) {
                    sum += candidateLater[i] ? within : -within;
                    all += within * within;
                    pairs++;
                }
                boolean sameArm =
                        i < figure.between().length && candidateLater[i] != candidateLater[i + 1];
                if (sameArm && !Double.isNaN(figure.between()[i])) {
                    borderSquares += figure.between()[i] * figure.between()[i];
                    borders++;
                }
            }
            mean = pairs == 0 ? 0 : sum / pairs;
            squares = Math.max(0, all - pairs * mean * mean);
        }

        /** How much larger the variance is between pairs than within; NaN where none is known. */
        double ratio(double leastVariance) {
            return pairs < 2 || borders == 0
                    ? Double.NaN
                    : (borderSquares / borders + leastVariance)
                            / (squares / (pairs - 1) + leastVariance);
        }

        /** Standard error of the mean difference; infinite where none is known. */
        double error(double ratio, double leastVariance) {
            if (pairs < 2) {
                return Double.POSITIVE_INFINITY;
            }
            double variance = (squares + borderSquares / ratio) / (pairs - 1 + borders);
            return Math.sqrt(Math.max(variance, leastVariance) / pairs);
        }
    }

    private PairedRuns(List<boolean[]> rearrangements) {
        this.rearrangements = rearrangements;
    }

    /**
     * Tests.
     *
     * @param figures of the same runs, the two of a pair side by side
     * @param candidate of each run, whether it is one of the candidate
     * @param level at which p-values are taken
     * @param seed for the rearrangements that are drawn, where there are too many to take all
     * @throws IllegalArgumentException when two runs side by side are of one arm
     */
    public static FamilyTest test(
            List<RunFigure> figures, boolean[] candidate, double level, long seed) {
        boolean[] later = new boolean[candidate.length / 2];
        for (int i = 0; i < later.length; i++) {
            if (candidate.length % 2 != 0 || candidate[2 * i] == candidate[2 * i + 1]) {
                throw new IllegalArgumentException("not in pairs: " + Arrays.toString(candidate));
            }
            later[i] = candidate[2 * i + 1];
        }
        return new PairedRuns(Rearrangements.withinPairs(later, seed)).test(figures, level);
    }

    private FamilyTest test(List<RunFigure> figures, double level) {
        List<Differences> differences = figures.stream().map(Differences::of).toList();
        double[][] statistics = new double[figures.size()][rearrangements.size()];
        Sums[] sums = new Sums[figures.size()];
        Arrays.setAll(sums, _ -> new Sums());
        double[] errors = new double[sums.length];
        for (int k = rearrangements.size() - 1; k >= 0; k--) {
            double ratio = take(differences, rearrangements.get(k), sums);
            for (int i = 0; i < sums.length; i++) {
                errors[i] = sums[i].error(ratio, differences.get(i).leastVariance());
                statistics[i][k] = sums[i].mean == 0 ? 0 : Math.abs(sums[i].mean) / errors[i];
            }
        }
        StepDownMaxT stepDown = new StepDownMaxT(rearrangements.size() <= FEW);
        double critical = stepDown.critical(statistics, level);
        double[] least = Arrays.stream(errors).map(error -> critical * error).toArray();
        return new FamilyTest(stepDown.p(statistics), least);
    }

    /** Returns how much larger the variance is between pairs than within, for all figures. */
    private static double take(List<Differences> figures, boolean[] candidateLater, Sums[] sums) {
        double[] ratios = new double[sums.length];
        for (int i = 0; i < sums.length; i++) {
            sums[i].take(figures.get(i), candidateLater);
            ratios[i] = sums[i].ratio(figures.get(i).leastVariance());
        }
        double[] known = Arrays.stream(ratios).filter(each -> !Double.isNaN(each)).toArray();
        return known.length == 0 ? 1 : Math.max(1, Median.withDefaults().evaluate(known));
    }
}
