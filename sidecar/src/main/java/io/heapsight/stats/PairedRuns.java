/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Computes the difference of two arms whose runs were made in pairs of neighbours, one of each arm,
 * by Student's t of the differences within the pairs. What changes slowly over the runs is the same
 * in both of a pair, so it neither hides a difference nor makes one; nor do arms of different
 * spread.
 *
 * <p>Six or seven differences estimate their own spread poorly, and by luck some figure has six
 * that are alike. The differences between neighbours of the same arm, from one pair to the next,
 * also show it: the order ABBA has such neighbours. Where machines change between pairs these are
 * larger, by a factor that all figures have in common: the median of their ratios, which they are
 * divided by. They steady the error, and are worth no degree of freedom: where one arm varies much
 * more than the other, they repeat the information of the differences within the pairs.
 */
public final class PairedRuns {
    /** With more pairs the borders between them add little, and would cost exactness. */
    private static final int MOST_PAIRS_WITH_BORDERS = 7;

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
            return new Differences(within, between, 2 * scaled.leastVariance());
        }
    }

    /** Sums over the pairs of one figure. */
    private static final class Sums {
        private final double leastVariance;
        private int pairs;
        private double mean;
        private double squares;
        private int borders;
        private double borderSquares;

        Sums(Differences figure, boolean[] candidateLater) {
            leastVariance = figure.leastVariance();
            Moments within = new Moments();
            for (int i = 0; i < candidateLater.length; i++) {
                double later = figure.within()[i];
                if (!Double.isNaN(later)) {
                    within.add(candidateLater[i] ? later : -later);
                }
                boolean sameArm =
                        i < figure.between().length && candidateLater[i] != candidateLater[i + 1];
                if (sameArm && !Double.isNaN(figure.between()[i])) {
                    borderSquares += figure.between()[i] * figure.between()[i];
                    borders++;
                }
            }
            pairs = within.count();
            mean = within.mean();
            squares = within.squares();
        }

        /** How much larger the variance is between pairs than within; NaN if none is known. */
        double ratio() {
            return pairs < 2 || borders == 0
                    ? Double.NaN
                    : (borderSquares / borders + leastVariance)
                            / (squares / (pairs - 1) + leastVariance);
        }

        ArmDifference difference(double ratio) {
            if (pairs < 2) {
                return ArmDifference.unknown(mean);
            }
            if (mean == 0 && squares + borderSquares == 0) {
                return ArmDifference.of(0, 0, 1);
            }
            double variance = (squares + borderSquares / ratio) / (pairs - 1 + borders);
            return ArmDifference.of(
                    mean, Math.sqrt(Math.max(variance, leastVariance) / pairs), pairs - 1);
        }
    }

    private PairedRuns() {}

    /**
     * Candidate minus base, of each figure.
     *
     * @param figures of the same runs, the two of a pair side by side
     * @param candidate of each run, whether it is one of the candidate
     * @throws IllegalArgumentException if two runs side by side are of one arm
     */
    public static List<ArmDifference> differences(List<RunFigure> figures, boolean[] candidate) {
        boolean[] later = new boolean[candidate.length / 2];
        for (int i = 0; i < later.length; i++) {
            if (candidate.length % 2 != 0 || candidate[2 * i] == candidate[2 * i + 1]) {
                throw new IllegalArgumentException("not in pairs: " + Arrays.toString(candidate));
            }
            later[i] = candidate[2 * i + 1];
        }
        List<Sums> sums =
                figures.stream().map(each -> new Sums(Differences.of(each), later)).toList();
        double ratio = ratio(sums);
        return sums.stream().map(each -> each.difference(ratio)).toList();
    }

    /** How much larger the variance is between pairs than within, for all figures. */
    private static double ratio(List<Sums> sums) {
        double[] known =
                sums.stream()
                        .mapToDouble(Sums::ratio)
                        .filter(each -> !Double.isNaN(each))
                        .toArray();
        return known.length == 0 ? 1 : Math.max(1, Median.withDefaults().evaluate(known));
    }
}
