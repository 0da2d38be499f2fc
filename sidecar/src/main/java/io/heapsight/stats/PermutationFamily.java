/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * A permutation test of many figures of the same runs at once: step-down max-T of Westfall and
 * Young. All figures of a run move together when runs change sides, so figures that say the same
 * cost nothing, and the chance of any false finding stays below the level, however many they are.
 *
 * <p>The statistic is the difference of means over the pooled standard deviation: of logarithms
 * where all values are above zero, since what takes twice as long also varies twice as much, and a
 * deviation pooled from both arms would hide the smaller one's precision. It must stand outliers,
 * and figures with hardly any noise, whose every step would look like a wonder. So values are
 * clipped at three median absolute deviations from the median of all runs, and the deviation is not
 * less than a two hundredth of that median, nor than rounding to the figure's resolution makes. All
 * three look at all runs together, so the test stays exact.
 *
 * @see <a href="https://doi.org/10.1214/ss/1056397487">Dudoit, Shaffer, Boldrick: Multiple
 *     hypothesis testing in microarray experiments, section 2.6</a>
 */
public final class PermutationFamily {
    /** Below this difference, in shares of the deviation, statistics count as equal. */
    private static final double TIE = 1e-9;

    private static final double CLIPPED_AT = 3;
    private static final double LEAST_RELATIVE_DEVIATION = 0.005;

    /** Rounding to whole numbers has the variance 1/12. */
    private static final double ROUNDING_VARIANCE = 1.0 / 12;

    /**
     * One figure. Never compared: its arrays are read only.
     *
     * @param base one value a run; NaN where it has none
     * @param candidate one value a run; NaN where it has none
     * @param resolution what its values are rounded to; 0 when they are not
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Figure(double[] base, double[] candidate, double resolution) {}

    private PermutationFamily() {}

    /**
     * The p-value of each figure, adjusted for all of them; 1 for figures that never differ.
     *
     * @param figures all of the same runs
     * @param seed for the splits that are drawn, where there are too many to take all
     */
    public static double[] adjustedP(List<Figure> figures, long seed) {
        if (figures.isEmpty()) {
            return new double[0];
        }
        int base = figures.getFirst().base().length;
        int candidate = figures.getFirst().candidate().length;
        List<boolean[]> splits = Splits.of(base, candidate, seed).inBase();
        double[][] statistics = new double[figures.size()][];
        for (int i = 0; i < statistics.length; i++) {
            statistics[i] = statistics(figures.get(i), splits);
        }
        return stepDown(statistics);
    }

    /** The least p-value that so many runs can reach. */
    public static double leastP(int base, int candidate) {
        return (base == candidate ? 2 : 1) / Splits.count(base, candidate);
    }

    /** From the figure that differs most to the one that differs least, each against the rest. */
    private static double[] stepDown(double[][] statistics) {
        int[] order =
                IntStream.range(0, statistics.length)
                        .boxed()
                        .sorted((a, b) -> Double.compare(statistics[b][0], statistics[a][0]))
                        .mapToInt(Integer::intValue)
                        .toArray();
        int splits = statistics[0].length;
        double[] max = new double[splits];
        double[] p = new double[order.length];
        for (int i = order.length - 1; i >= 0; i--) {
            double[] own = statistics[order[i]];
            int reached = 0;
            for (int k = 0; k < splits; k++) {
                max[k] = Math.max(max[k], own[k]);
                if (max[k] >= own[0] * (1 - TIE)) {
                    reached++;
                }
            }
            p[order[i]] = (double) reached / splits;
        }
        for (int i = 1; i < order.length; i++) {
            p[order[i]] = Math.max(p[order[i]], p[order[i - 1]]);
        }
        return p;
    }

    private static double[] statistics(Figure figure, List<boolean[]> splits) {
        double[] values =
                Arrays.copyOf(figure.base(), figure.base().length + figure.candidate().length);
        System.arraycopy(
                figure.candidate(), 0, values, figure.base().length, figure.candidate().length);
        double[] known = Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
        double[] statistics = new double[splits.size()];
        if (known.length == 0) {
            return statistics;
        }
        double median = Median.withDefaults().evaluate(known);
        double relative = LEAST_RELATIVE_DEVIATION * median;
        double least =
                Math.max(
                        relative * relative,
                        figure.resolution() * figure.resolution() * ROUNDING_VARIANCE);
        if (Arrays.stream(known).allMatch(value -> value > 0)) {
            least /= median * median;
            median = Math.log(median);
            takeLogarithms(values);
            takeLogarithms(known);
        }
        clip(values, known, median);
        for (int i = 0; i < statistics.length; i++) {
            statistics[i] = studentized(values, splits.get(i), least);
        }
        return statistics;
    }

    private static void takeLogarithms(double[] values) {
        Arrays.setAll(values, i -> Math.log(values[i]));
    }

    /** Where half of the values are the same there is no measure of what an outlier is. */
    private static void clip(double[] values, double[] known, double median) {
        double[] distances = Arrays.stream(known).map(value -> Math.abs(value - median)).toArray();
        double reach = CLIPPED_AT * Median.withDefaults().evaluate(distances);
        if (reach > 0) {
            for (int i = 0; i < values.length; i++) {
                values[i] = Math.max(median - reach, Math.min(median + reach, values[i]));
            }
        }
    }

    private static double studentized(double[] values, boolean[] inBase, double leastVariance) {
        Moments base = new Moments();
        Moments candidate = new Moments();
        for (int i = 0; i < values.length; i++) {
            if (!Double.isNaN(values[i])) {
                (inBase[i] ? base : candidate).add(values[i]);
            }
        }
        if (base.count() == 0 || candidate.count() == 0) {
            return 0;
        }
        double difference = Math.abs(base.mean() - candidate.mean());
        if (difference == 0) {
            return 0;
        }
        int freedom = Math.max(1, base.count() + candidate.count() - 2);
        double pooled = (base.squares() + candidate.squares()) / freedom;
        double variance = Math.max(pooled, leastVariance);
        return difference / Math.sqrt(variance * (1.0 / base.count() + 1.0 / candidate.count()));
    }
}
