/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * How often intervals hold the truth and verdicts are false, over measurements whose truth is
 * known.
 */
class SimulationTest {
    private static final int SIMULATIONS = 2000;
    private static final double LEVEL = 0.95;
    private static final long SEED = 5;

    /** The mean of a run of autocorrelated samples, some of them far off, in a run that may be. */
    private static double run(double mean, SplittableRandom random, boolean outliers) {
        double samples = 60;
        double before = 0;
        double sum = 0;
        for (int i = 0; i < samples; i++) {
            before = 0.8 * before + random.nextGaussian();
            boolean spike = outliers && random.nextInt(50) == 0;
            sum += mean + before + (spike ? 20 * random.nextDouble() : 0);
        }
        boolean disturbed = outliers && random.nextInt(12) == 0;
        return sum / samples + random.nextGaussian() + (disturbed ? 10 : 0);
    }

    private static double[] runs(int n, double mean, SplittableRandom random, boolean outliers) {
        double[] runs = new double[n];
        for (int i = 0; i < n; i++) {
            runs[i] = run(mean, random, outliers);
        }
        return runs;
    }

    private static double coverage(int n, boolean outliers) {
        SplittableRandom random = new SplittableRandom(SEED + n);
        int held = 0;
        for (int i = 0; i < SIMULATIONS; i++) {
            double shift = i % 20 - 10;
            double[] base = runs(n, 100, random, outliers);
            double[] candidate = runs(n, 100 + shift, random, outliers);
            Estimate estimate = HodgesLehmann.shift(base, candidate, LEVEL);
            if (estimate.low() <= shift && shift <= estimate.high()) {
                held++;
            }
        }
        return (double) held / SIMULATIONS;
    }

    @Test
    void intervalsOfRepeatedRunsHoldTheTruthNineteenTimesInTwenty() {
        for (int n : new int[] {4, 5, 6, 8, 12}) {
            assertThat(coverage(n, false)).as("%d runs, seed %d", n, SEED).isBetween(0.92, 0.98);
            assertThat(coverage(n, true))
                    .as("%d runs with outliers, seed %d", n, SEED)
                    .isBetween(0.92, 0.98);
        }
    }

    private static double[] series(SplittableRandom random, int n, double mean, double memory) {
        double[] series = new double[n];
        double before = random.nextGaussian() / Math.sqrt(1 - memory * memory);
        for (int i = 0; i < n; i++) {
            before = memory * before + random.nextGaussian();
            series[i] = mean + before;
        }
        return series;
    }

    private static SeriesFigure mean(double[] series, long seed) {
        return SeriesFigure.of(
                series,
                picks -> {
                    double sum = 0;
                    for (int pick : picks) {
                        sum += series[pick];
                    }
                    return sum / picks.length;
                },
                seed);
    }

    private static double coverageOfSeries(int n, double memory) {
        SplittableRandom random = new SplittableRandom(SEED);
        int held = 0;
        int simulations = SIMULATIONS / 8;
        for (int i = 0; i < simulations; i++) {
            SeriesFigure base = mean(series(random, n, 10, memory), 2L * i);
            SeriesFigure candidate = mean(series(random, n, 13, memory), 2L * i + 1);
            Estimate estimate = SeriesDifference.between(base, candidate, LEVEL).estimate();
            if (estimate.low() <= 3 && 3 <= estimate.high()) {
                held++;
            }
        }
        return (double) held / simulations;
    }

    /** Between-run noise can't be seen in one run: the docs say so. */
    @Test
    void intervalsOfSingleRunsHoldTheTruthAsOftenAsTheManualSays() {
        assertThat(coverageOfSeries(300, 0)).as("no memory").isBetween(0.90, 0.99);
        assertThat(coverageOfSeries(300, 0.5)).as("memory 0.5").isBetween(0.90, 0.99);
        assertThat(coverageOfSeries(300, 0.9)).as("memory 0.9").isBetween(0.90, 0.99);
        assertThat(coverageOfSeries(60, 0.9)).as("memory 0.9, short").isBetween(0.88, 1.0);
    }
}
