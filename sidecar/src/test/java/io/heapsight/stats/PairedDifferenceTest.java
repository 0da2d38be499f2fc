/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PairedDifferenceTest {
    private static final long SEED = 20261122;
    private static final double LEVEL = 0.05;

    private static boolean[] toAndFro(int pairs) {
        boolean[] candidate = new boolean[2 * pairs];
        for (int i = 0; i < candidate.length; i++) {
            candidate[i] = i % 4 == 1 || i % 4 == 2;
        }
        return candidate;
    }

    private static double[] noisy(
            SplittableRandom random, boolean[] candidate, double change, double noise) {
        double[] values = new double[candidate.length];
        for (int i = 0; i < values.length; i++) {
            double log = noise * random.nextGaussian() + (candidate[i] ? change : 0);
            values[i] = 100 * Math.exp(log);
        }
        return values;
    }

    private static List<ArmDifference> differences(boolean[] candidate, double[]... figures) {
        return PairedDifference.differences(
                Stream.of(figures).map(each -> new FigureAcrossRuns(each, 0)).toList(), candidate);
    }

    /** The machine slowed down by half during the runs: over whole arms p is 0.4. */
    @Test
    void differenceIsFoundThoughTheMachineChangesBetweenPairs() {
        boolean[] candidate = toAndFro(6);
        double[] values = {100, 91, 80, 89, 121, 109, 120, 131, 150, 137, 139, 151};
        assertThat(differences(candidate, values).getFirst().p()).isLessThan(LEVEL);
        assertThat(
                        InterleavedDifference.differences(
                                        List.of(new FigureAcrossRuns(values, 0)), candidate)
                                .getFirst()
                                .p())
                .isGreaterThan(0.3);
    }

    @Test
    void driftIsNoDifference() {
        double[] drifting = new double[12];
        for (int i = 0; i < drifting.length; i++) {
            drifting[i] = 100 * Math.pow(1.03, i);
        }
        assertThat(differences(toAndFro(6), drifting).getFirst().p()).isGreaterThan(0.5);
    }

    @Test
    void constantFiguresDoNotDiffer() {
        double[] same = new double[12];
        Arrays.fill(same, 7);
        for (double[] each : List.of(same, new double[12])) {
            ArmDifference difference = differences(toAndFro(6), each).getFirst();
            assertThat(difference.p()).isOne();
            assertThat(difference.reach(100)).isZero();
        }
    }

    @Test
    void pairWithoutAValueIsSkipped() {
        boolean[] candidate = toAndFro(8);
        double[] values = noisy(new SplittableRandom(SEED), candidate, 0.3, 0.01);
        values[3] = Double.NaN;
        double[] none = new double[16];
        Arrays.fill(none, Double.NaN);
        List<ArmDifference> differences = differences(candidate, values, none);
        assertThat(differences.get(0).value()).isCloseTo(0.3, within(0.02));
        assertThat(differences.get(0).freedom()).isEqualTo(6);
        assertThat(differences.get(1).p()).isOne();
        assertThat(differences.get(1).error()).isInfinite();
    }

    @Test
    void intervalGrowsWithTheNoise() {
        boolean[] candidate = toAndFro(6);
        SplittableRandom random = new SplittableRandom(SEED);
        List<ArmDifference> differences =
                differences(
                        candidate,
                        noisy(random, candidate, 0, 0.01),
                        noisy(random, candidate, 0, 0.1));
        double quantile = differences.get(0).quantile(LEVEL);
        assertThat(differences.get(0).reach(quantile)).isBetween(0.005, 0.04);
        assertThat(differences.get(1).reach(quantile)).isBetween(0.05, 0.4);
    }

    @Test
    void unpairedRunsAreABug() {
        boolean[] oneAfterTheOther = {false, false, true, true};
        assertThatThrownBy(() -> differences(oneAfterTheOther, new double[4]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
