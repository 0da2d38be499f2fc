/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Coverage of intervals and rate of false verdicts, over measurements with known truth. */
class SimulationTest {
    private static final int SIMULATIONS = 2000;
    private static final double LEVEL = 0.95;
    private static final long SEED = 5;

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

    /** One run does not show noise between runs: the docs say so. */
    @Test
    void singleRunIntervalsHaveTheCoverageOfTheManual() {
        assertThat(coverageOfSeries(300, 0)).as("no memory").isBetween(0.90, 0.99);
        assertThat(coverageOfSeries(300, 0.5)).as("memory 0.5").isBetween(0.90, 0.99);
        assertThat(coverageOfSeries(300, 0.9)).as("memory 0.9").isBetween(0.90, 0.99);
        assertThat(coverageOfSeries(60, 0.9)).as("memory 0.9, short").isBetween(0.88, 1.0);
    }
}
