/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.stats.PermutationFamily.Figure;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PermutationFamilyTest {
    private static final long SEED = 20261122;
    private static final double LEVEL = 0.05;

    private static double[] p(Figure... figures) {
        return PermutationFamily.adjustedP(List.of(figures), SEED);
    }

    private static Figure figure(double[] base, double... candidate) {
        return new Figure(base, candidate, 0);
    }

    @Test
    void aClearDifferenceReachesTheLeastPThereIs() {
        assertThat(p(figure(new double[] {66, 67, 65, 66.5}, 57, 58, 56.5, 57.2))[0])
                .isCloseTo(2.0 / 70, within(1e-12));
    }

    @Test
    void twoAgainstTwoCannotFallBelowAThird() {
        assertThat(PermutationFamily.leastP(2, 2)).isCloseTo(1.0 / 3, within(1e-12));
        assertThat(p(figure(new double[] {100, 101}, 1, 2))[0]).isCloseTo(1.0 / 3, within(1e-12));
    }

    @Test
    void leastPOfUnequalArmsIsThatOfOneSplit() {
        assertThat(PermutationFamily.leastP(3, 4)).isCloseTo(1.0 / 35, within(1e-12));
        assertThat(p(figure(new double[] {100, 101, 99}, 1, 2, 3, 2))[0])
                .isCloseTo(1.0 / 35, within(1e-12));
    }

    @Test
    void whatNeverVariesDoesNotDiffer() {
        assertThat(p(figure(new double[] {7, 7, 7, 7}, 7, 7, 7, 7))[0]).isOne();
    }

    @Test
    void anExactDifferenceWithoutNoiseIsFound() {
        assertThat(p(figure(new double[] {0, 0, 0, 0}, 5, 5, 5, 5))[0])
                .isCloseTo(2.0 / 70, within(1e-12));
    }

    @Test
    void aRunWithoutAValueIsLeftOut() {
        double[] p =
                p(
                        figure(new double[] {66, Double.NaN, 65, 66.5}, 57, 58, 56.5, 57.2),
                        figure(new double[] {Double.NaN, Double.NaN}, Double.NaN));
        assertThat(p[0]).isLessThan(LEVEL);
        assertThat(p[1]).isOne();
    }

    @Test
    void anOutlierDoesNotHideADifference() {
        Figure withOutlier = figure(new double[] {66, 67, 65, 640}, 20, 21, 20.5, 20.2);
        assertThat(p(withOutlier)[0]).isLessThan(LEVEL);
    }

    /** A count that is 12 or 13 by chance splits as cleanly as a real difference does. */
    @Test
    void aCountThatFlickersDoesNotTakeThePowerFromTheOthers() {
        Figure flickering =
                new Figure(new double[] {12, 13, 12, 13}, new double[] {13, 12, 13, 12}, 1);
        Figure real = figure(new double[] {66, 67, 65, 66.5}, 57, 58, 56.5, 57.2);
        double[] p = p(flickering, real);
        assertThat(p[0]).isGreaterThan(LEVEL);
        assertThat(p[1]).isLessThan(LEVEL);
    }

    /**
     * Half the time, with a quarter of spread, beside 19 others: on the plain scale 70 are found.
     */
    @Test
    void whatTakesLongerMayVaryMore() {
        SplittableRandom random = new SplittableRandom(SEED);
        int found = 0;
        for (int i = 0; i < 200; i++) {
            Figure[] figures = new Figure[20];
            figures[0] = spread(random, 5.5, 0.25, 2.3, 0.25);
            for (int k = 1; k < figures.length; k++) {
                figures[k] = spread(random, 100, 0.03, 100, 0.03);
            }
            found += p(figures)[0] <= LEVEL ? 1 : 0;
        }
        assertThat(found).isGreaterThan(80);
    }

    private static Figure spread(
            SplittableRandom random, double base, double by, double candidate, double byOther) {
        double[] before = new double[4];
        double[] after = new double[4];
        for (int i = 0; i < before.length; i++) {
            before[i] = base * Math.exp(by * random.nextGaussian());
            after[i] = candidate * Math.exp(byOther * random.nextGaussian());
        }
        return new Figure(before, after, 0);
    }

    @Test
    void manyRunsAreJudgedByDrawnSplits() {
        double[] base = new double[15];
        double[] candidate = new double[15];
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < base.length; i++) {
            base[i] = 100 + random.nextGaussian();
            candidate[i] = 102 + random.nextGaussian();
        }
        assertThat(p(new Figure(base, candidate, 0))[0]).isLessThan(LEVEL);
        assertThat(p(new Figure(base, base.clone(), 0))[0]).isGreaterThan(0.9);
    }
}
