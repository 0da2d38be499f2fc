/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.stats.PermutationFamily.Figure;
import java.util.ArrayList;
import java.util.List;
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

    /** Figures that have much in common, of every size of noise, some counted. */
    private static List<Figure> family(SplittableRandom random, int figures, double change) {
        int n = 4;
        double[] common = new double[2 * n];
        for (int k = 0; k < common.length; k++) {
            common[k] = random.nextGaussian();
        }
        List<Figure> family = new ArrayList<>();
        for (int i = 0; i < figures; i++) {
            double noise = 0.002 * Math.pow(100, (double) i / figures);
            double[] base = new double[n];
            double[] candidate = new double[n];
            for (int k = 0; k < 2 * n; k++) {
                double value = 20 * (1 + noise * (common[k] + random.nextGaussian()));
                boolean counted = i % 5 == 4;
                (k < n ? base : candidate)[k % n] = counted ? Math.rint(value) : value;
            }
            family.add(new Figure(base, candidate, i % 5 == 4 ? 1 : 0));
        }
        double[] changed = new double[n];
        for (int k = 0; k < n; k++) {
            changed[k] = 100 * (1 + change) * (1 + 0.02 * random.nextGaussian());
        }
        double[] unchanged = new double[n];
        for (int k = 0; k < n; k++) {
            unchanged[k] = 100 * (1 + 0.02 * random.nextGaussian());
        }
        family.add(new Figure(unchanged, changed, 0));
        return family;
    }

    /** 5 per cent, and three standard deviations of the count. */
    @Test
    void aFalseVerdictOnAnyOfThirtyFiguresIsAsRareAsOnOne() {
        SplittableRandom random = new SplittableRandom(SEED);
        int falseVerdicts = 0;
        int simulations = SIMULATIONS / 2;
        for (int i = 0; i < simulations; i++) {
            for (double p : PermutationFamily.adjustedP(family(random, 30, 0), SEED)) {
                if (p <= 1 - LEVEL) {
                    falseVerdicts++;
                    break;
                }
            }
        }
        double bound = 0.05 + 3 * Math.sqrt(0.05 * 0.95 / simulations);
        assertThat((double) falseVerdicts / simulations).isBetween(0.005, bound);
    }

    @Test
    void aQuarterLessIsFoundAmongThirtyFiguresWithFourRunsEach() {
        SplittableRandom random = new SplittableRandom(SEED);
        int found = 0;
        int simulations = SIMULATIONS / 4;
        for (int i = 0; i < simulations; i++) {
            double[] p = PermutationFamily.adjustedP(family(random, 30, -0.25), SEED);
            if (p[p.length - 1] <= 1 - LEVEL) {
                found++;
            }
        }
        assertThat((double) found / simulations).isGreaterThan(0.85);
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

    /**
     * Between-run noise can't be seen in one run, and long memory is underrated: the docs say so.
     */
    @Test
    void intervalsOfSingleRunsHoldTheTruthAsOftenAsTheManualSays() {
        assertThat(coverageOfSeries(300, 0)).as("no memory").isBetween(0.90, 0.99);
        assertThat(coverageOfSeries(300, 0.5)).as("memory 0.5").isBetween(0.86, 0.98);
        assertThat(coverageOfSeries(300, 0.9)).as("memory 0.9").isBetween(0.77, 0.95);
    }
}
