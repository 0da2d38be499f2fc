/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Computes the difference of two arms by a paired t-test; each pair is two neighbouring runs. A
 * slow change affects both runs of a pair equally, so it neither hides nor causes a difference.
 * Different spreads of the arms don't either.
 *
 * <p>Six or seven differences estimate their own spread poorly: by chance, one of many figures has
 * six similar differences. Differences between neighbouring runs of one arm in adjacent pairs, as
 * in the order ABBA, also estimate the spread. If machines change between pairs, these differences
 * are larger by a factor that is common to all figures. They are therefore divided by the median of
 * the figures' ratios. They stabilise the error, but add no degrees of freedom. If one arm varies
 * much more, they repeat the information of the differences within the pairs.
 */
public final class PairedDifference {
    /**
     * Maximum number of pairs for which differences between pairs are used. With more pairs, they
     * add little and make the test less exact.
     */
    private static final int MOST_PAIRS_WITH_BORDERS = 7;

    /**
     * The differences of a figure within the pairs, the later run minus the earlier, and between
     * pairs.
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Differences(double[] within, double[] between, double leastVariance) {
        static Differences of(FigureAcrossRuns figure) {
            FigureAcrossRuns.Scaled scaled = figure.scaled();
            double[] values = scaled.values();
            int pairs = values.length / 2;
            double[] within = new double[pairs];
            Arrays.setAll(within, i -> values[2 * i + 1] - values[2 * i]);
            double[] between = new double[pairs <= MOST_PAIRS_WITH_BORDERS ? pairs - 1 : 0];
            Arrays.setAll(between, i -> values[2 * i + 2] - values[2 * i + 1]);
            return new Differences(within, between, 2 * scaled.leastVariance());
        }
    }

    /** Sums of one figure over the pairs. */
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

        /** Returns the ratio of the variance between pairs to that within; NaN if unknown. */
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

    private PairedDifference() {}

    /**
     * Computes candidate minus base for each figure.
     *
     * @param figures of the same runs, with the two of a pair adjacent
     * @param candidate for each run, whether it belongs to the candidate
     * @throws IllegalArgumentException if a pair has two runs of one arm
     */
    public static List<ArmDifference> differences(
            List<FigureAcrossRuns> figures, boolean[] candidate) {
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

    /** Returns the ratio of the variance between pairs to that within, for all figures. */
    private static double ratio(List<Sums> sums) {
        double[] known =
                sums.stream()
                        .mapToDouble(Sums::ratio)
                        .filter(each -> !Double.isNaN(each))
                        .toArray();
        return known.length == 0 ? 1 : Math.max(1, Median.withDefaults().evaluate(known));
    }
}
