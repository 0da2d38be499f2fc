/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PairedRunsTest {
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

    private static FamilyTest test(boolean[] candidate, double[]... figures) {
        List<RunFigure> all = new ArrayList<>();
        for (double[] each : figures) {
            all.add(new RunFigure(each, 0));
        }
        return PairedRuns.test(all, candidate, LEVEL, SEED);
    }

    /** The machine got slower by a half while the runs were made: over whole arms p is 0.4. */
    @Test
    void aDifferenceIsFoundThoughTheMachineChangesBetweenPairs() {
        boolean[] candidate = toAndFro(6);
        double[] values = {100, 91, 80, 89, 121, 109, 120, 131, 150, 137, 139, 151};
        assertThat(test(candidate, values).p()[0]).isLessThan(LEVEL);
        assertThat(
                        InterleavedRuns.test(
                                        List.of(new RunFigure(values, 0)), candidate, LEVEL, SEED)
                                .p()[0])
                .isGreaterThan(0.3);
    }

    @Test
    void aDriftIsNoDifference() {
        double[] drifting = new double[12];
        for (int i = 0; i < drifting.length; i++) {
            drifting[i] = 100 * Math.pow(1.03, i);
        }
        assertThat(test(toAndFro(6), drifting).p()[0]).isGreaterThan(0.5);
    }

    @Test
    void whatNeverVariesDoesNotDiffer() {
        double[] same = new double[12];
        Arrays.fill(same, 7);
        assertThat(test(toAndFro(6), same).p()[0]).isOne();
        assertThat(test(toAndFro(6), new double[12]).p()[0]).isOne();
    }

    @Test
    void aPairWithoutAValueIsLeftOut() {
        boolean[] candidate = toAndFro(8);
        double[] values = noisy(new SplittableRandom(SEED), candidate, 0.3, 0.01);
        values[3] = Double.NaN;
        double[] none = new double[16];
        Arrays.fill(none, Double.NaN);
        FamilyTest test = test(candidate, values, none);
        assertThat(test.p()[0]).isLessThan(LEVEL);
        assertThat(test.p()[1]).isOne();
        assertThat(test.leastTold()[1]).isInfinite();
    }

    @Test
    void anOutlierDoesNotHideADifference() {
        boolean[] candidate = toAndFro(8);
        double[] values = noisy(new SplittableRandom(SEED), candidate, 0.3, 0.01);
        values[5] *= 5;
        assertThat(test(candidate, values).p()[0]).isLessThan(LEVEL);
    }

    @Test
    void theLeastThatCouldBeToldGrowsWithTheNoise() {
        boolean[] candidate = toAndFro(6);
        SplittableRandom random = new SplittableRandom(SEED);
        FamilyTest test =
                test(
                        candidate,
                        noisy(random, candidate, 0, 0.01),
                        noisy(random, candidate, 0, 0.1));
        assertThat(test.leastTold()[0]).isBetween(0.01, 0.08);
        assertThat(test.leastTold()[1]).isBetween(0.1, 0.8);
    }

    @Test
    void manyPairsAreJudgedByDrawnExchanges() {
        boolean[] candidate = toAndFro(20);
        SplittableRandom random = new SplittableRandom(SEED);
        assertThat(test(candidate, noisy(random, candidate, 0.03, 0.02)).p()[0]).isLessThan(LEVEL);
        assertThat(test(candidate, noisy(random, candidate, 0, 0.02)).p()[0]).isGreaterThan(LEVEL);
    }

    @Test
    void runsThatAreNoPairsAreABug() {
        boolean[] oneAfterTheOther = {false, false, true, true};
        assertThatThrownBy(() -> test(oneAfterTheOther, new double[4]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
