/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class InterleavedRunsTest {
    private static final long SEED = 20261122;
    private static final double LEVEL = 0.05;

    private static double[] p(int base, RunFigure... figures) {
        boolean[] candidate = new boolean[figures[0].values().length];
        for (int i = base; i < candidate.length; i++) {
            candidate[i] = true;
        }
        return InterleavedRuns.test(List.of(figures), candidate, LEVEL, SEED).p();
    }

    private static RunFigure figure(double... values) {
        return new RunFigure(values, 0);
    }

    @Test
    void aClearDifferenceReachesTheLeastPThereIs() {
        assertThat(p(4, figure(66, 67, 65, 66.5, 57, 58, 56.5, 57.2))[0])
                .isCloseTo(2.0 / 70, within(1e-12));
    }

    @Test
    void twoAgainstTwoCannotFallBelowAThird() {
        assertThat(p(2, figure(100, 101, 1, 2))[0]).isCloseTo(1.0 / 3, within(1e-12));
    }

    @Test
    void whatNeverVariesDoesNotDiffer() {
        assertThat(p(4, figure(7, 7, 7, 7, 7, 7, 7, 7))[0]).isOne();
        assertThat(p(4, figure(0, 0, 0, 0, 0, 0, 0, 0))[0]).isOne();
    }

    @Test
    void anExactDifferenceWithoutNoiseIsFound() {
        assertThat(p(4, figure(0, 0, 0, 0, 5, 5, 5, 5))[0]).isLessThan(LEVEL);
        assertThat(p(4, figure(100, 100, 100, 100, 104, 104, 104, 104))[0]).isLessThan(LEVEL);
    }

    @Test
    void whatIsMostlyZeroOrNextToItIsNoFailure() {
        double least = Double.MIN_VALUE;
        assertThat(p(4, figure(0, 0, 0, 0, 0, 0, 0, 3))[0]).isGreaterThan(LEVEL);
        assertThat(p(4, figure(0, 0, least, 0, 0, 0, 0, least))[0]).isGreaterThan(LEVEL);
        assertThat(p(4, figure(0, 0, 1e-170, 0, 0, 0, 0, 2e-170))[0]).isGreaterThan(LEVEL);
    }

    @Test
    void aRunWithoutAValueIsLeftOut() {
        double none = Double.NaN;
        double[] p =
                p(
                        4,
                        figure(66, none, 65, 66.5, 27, 28, 26.5, 27.2),
                        figure(none, none, none, none, none, none, none, none));
        assertThat(p[0]).isLessThan(LEVEL);
        assertThat(p[1]).isOne();
    }

    /** A count that is 12 or 13 by chance splits as cleanly as a real difference does. */
    @Test
    void aCountThatFlickersDoesNotTakeThePowerFromTheOthers() {
        RunFigure flickering = new RunFigure(new double[] {12, 13, 12, 13, 13, 12, 13, 12}, 1);
        RunFigure split = new RunFigure(new double[] {20, 20, 20, 20, 21, 21, 21, 21}, 1);
        double[] p = p(4, flickering, split, figure(66, 67, 65, 66.5, 57, 58, 56.5, 57.2));
        assertThat(p[0]).isGreaterThan(LEVEL);
        assertThat(p[1]).isGreaterThan(LEVEL);
        assertThat(p[2]).isLessThan(LEVEL);
    }

    /** All of the candidate's runs on one side of a base that hardly varies: one time in eight. */
    @Test
    void anArmThatVariesFiveTimesAsMuchMakesNoDifference() {
        SplittableRandom random = new SplittableRandom(SEED);
        int families = 0;
        for (int i = 0; i < 300; i++) {
            RunFigure[] figures = new RunFigure[30];
            for (int k = 0; k < figures.length; k++) {
                double[] values = new double[8];
                for (int run = 0; run < values.length; run++) {
                    values[run] = 100 + (run < 4 ? 1 : 5) * random.nextGaussian();
                }
                figures[k] = figure(values);
            }
            double[] p = p(4, figures);
            families += Arrays.stream(p).anyMatch(each -> each <= LEVEL) ? 1 : 0;
        }
        assertThat(families).isLessThan(27); // 5 %, and three standard deviations of the count
    }

    @Test
    void manyRunsAreJudgedByDrawnArrangements() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<double[]> both = new ArrayList<>();
        for (double shift : new double[] {3, 0}) {
            double[] values = new double[30];
            for (int i = 0; i < values.length; i++) {
                values[i] = 100 + random.nextGaussian() + (i < 15 ? 0 : shift);
            }
            both.add(values);
        }
        double[] p = p(15, figure(both.get(0)), figure(both.get(1)));
        assertThat(p[0]).isLessThan(LEVEL);
        assertThat(p[1]).isGreaterThan(LEVEL);
    }
}
