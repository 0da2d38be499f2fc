/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.SplittableRandom;

/**
 * A figure of one autocorrelated series, with its standard error from a stationary bootstrap, which
 * resamples blocks of the series. In a short series, blocks can be shorter than the autocorrelation
 * time. The error is therefore enlarged if the bootstrap's error of the mean is below that of a
 * first-order autoregression.
 *
 * @param value from the whole series
 * @param error standard error of the value
 * @param blocks number of blocks in the series, about its number of independent observations
 * @see <a href="https://doi.org/10.1080/01621459.1994.10476870">Politis, Romano: The stationary
 *     bootstrap</a>
 */
public record SeriesFigure(double value, double error, double blocks) {
    private static final int RESAMPLES = 1000;
    private static final int LEAST_RESAMPLES = 200;

    /** Bound of the work: an hour of samples gets all resamples, a day gets fewer. */
    private static final long MOST_PICKS = 4_000_000;

    /** Computes a figure of some samples of a series, which may repeat. */
    @FunctionalInterface
    public interface Statistic {
        double of(int[] samples);
    }

    /**
     * Resamples a series.
     *
     * @param influence of each sample on the figure; its autocorrelation determines the block
     *     length
     * @param statistic of samples, as many as influences
     */
    public static SeriesFigure of(double[] influence, Statistic statistic, long seed) {
        int n = influence.length;
        int[] picks = new int[n];
        for (int i = 0; i < n; i++) {
            picks[i] = i;
        }
        double value = statistic.of(picks);
        double block = BlockLength.of(influence);
        long resamples =
                Math.max(LEAST_RESAMPLES, Math.min(RESAMPLES, MOST_PICKS / Math.max(1, n)));
        SplittableRandom random = new SplittableRandom(seed);
        Moments moments = new Moments();
        Moments means = new Moments();
        for (long i = 0; i < resamples; i++) {
            pick(picks, block, random);
            means.add(mean(influence, picks));
            double drawn = statistic.of(picks);
            if (!Double.isNaN(drawn) && !Double.isInfinite(drawn)) {
                moments.add(drawn);
            }
        }
        EffectiveSampleSize memory = EffectiveSampleSize.of(influence);
        double underrated = memory.errorOfMean() / means.deviation();
        return new SeriesFigure(
                value,
                moments.deviation() * (underrated > 1 ? underrated : 1),
                Math.min(n / block, memory.independent()));
    }

    private static double mean(double[] values, int[] picks) {
        double sum = 0;
        for (int pick : picks) {
            sum += values[pick];
        }
        return sum / picks.length;
    }

    /** Draws blocks of geometrically distributed length; they wrap around the end of the series. */
    private static void pick(int[] picks, double block, SplittableRandom random) {
        int at = random.nextInt(picks.length);
        for (int i = 0; i < picks.length; i++) {
            picks[i] = at;
            boolean goOn = random.nextDouble() >= 1 / block;
            at = goOn ? (at + 1) % picks.length : random.nextInt(picks.length);
        }
    }
}
