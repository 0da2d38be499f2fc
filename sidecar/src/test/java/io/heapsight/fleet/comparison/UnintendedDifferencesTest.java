/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.SplittableRandom;
import org.apache.commons.numbers.combinatorics.LogBinomialCoefficient;
import org.junit.jupiter.api.Test;

/** How often restarts end a comparison of different and of equal arms. */
class UnintendedDifferencesTest {
    private static final double RARE = 0.025;
    private static final int ROLLOUTS = 2000;

    private static boolean isRare(int before, int base, int after, int candidate) {
        return UnintendedDifferences.chance(before, base, after, candidate) < RARE;
    }

    @Test
    void restartsOfTheCandidateOnlyAreRare() {
        assertThat(isRare(0, 20, 5, 10)).as("0.18 %").isTrue();
        assertThat(isRare(0, 20, 2, 10)).isFalse();
        assertThat(isRare(10, 20, 5, 10)).isFalse();
        assertThat(isRare(0, 20, 0, 10)).isFalse();
    }

    @Test
    void aQuarterOfTheCandidateAndNoneOfTheBaseIsRare() {
        assertThat(isRare(0, 20, 5, 20)).as("2.4 %").isTrue();
        assertThat(isRare(0, 20, 4, 20)).as("5.3 %").isFalse();
        assertThat(isRare(1, 20, 5, 20)).as("9.1 %").isFalse();
        assertThat(isRare(0, 20, 2, 4)).as("2.2 %").isTrue();
    }

    @Test
    void fewerRestartsAreNeverRare() {
        assertThat(isRare(20, 20, 0, 20)).isFalse();
        assertThat(isRare(5, 20, 0, 5)).isFalse();
    }

    private static double binomial(int number, int of, double share) {
        return Math.exp(
                LogBinomialCoefficient.value(of, number)
                        + number * Math.log(share)
                        + (of - number) * Math.log(1 - share));
    }

    /** Sums over all outcomes of equal arms in which each pod restarts with a probability. */
    private static double falseShare(int base, int candidate, double restarting) {
        double share = 0;
        for (int before = 0; before <= base; before++) {
            for (int after = 0; after <= candidate; after++) {
                share +=
                        isRare(before, base, after, candidate)
                                ? binomial(before, base, restarting)
                                        * binomial(after, candidate, restarting)
                                : 0;
            }
        }
        return share;
    }

    /** With the 3.2 % of tables with a false verdict, see decision 26, these are below 5 %. */
    @Test
    void equalArmsRarelyDifferInRestarts() {
        for (double restarting = 0.01; restarting < 1; restarting += 0.02) {
            assertThat(falseShare(20, 20, restarting)).isLessThan(0.013);
            assertThat(falseShare(20, 5, restarting)).isLessThan(0.011);
            assertThat(falseShare(8, 8, restarting)).isLessThan(0.011);
            assertThat(falseShare(50, 50, restarting)).isLessThan(0.018);
        }
    }

    private static InterimAnalysis look(int number) {
        return new InterimAnalysis(number, Instant.EPOCH, Instant.EPOCH.plusSeconds(1), 0.05);
    }

    @Test
    void looksShareTheChanceOfRestarts() {
        double sum = 0;
        for (int number = 1; number <= InterimAnalysis.LOOKS; number++) {
            sum += look(number).ofRestarts();
        }
        assertThat(sum).isCloseTo(RARE, within(1e-12));
        assertThat(UnintendedDifferences.chance(0, 20, 6, 20)).isLessThan(look(4).ofRestarts());
        assertThat(UnintendedDifferences.chance(0, 20, 8, 20)).isLessThan(look(1).ofRestarts());
    }

    @Test
    void equalArmsRarelyDifferInRestartsAtAnyLook() {
        SplittableRandom random = new SplittableRandom(3);
        for (double restarting : new double[] {0.05, 0.2, 0.5}) {
            int differ = 0;
            for (int i = 0; i < ROLLOUTS; i++) {
                double[] before = restarts(random, 60, restarting);
                double[] after = restarts(random, 60, restarting);
                boolean any = false;
                for (int number = 1; number <= InterimAnalysis.LOOKS; number++) {
                    double chance =
                            UnintendedDifferences.chance(
                                    until(before, number), 60, until(after, number), 60);
                    any |= chance < look(number).ofRestarts();
                }
                differ += any ? 1 : 0;
            }
            assertThat(differ).as("of %d", ROLLOUTS).isLessThan((int) (0.025 * ROLLOUTS));
        }
    }

    /** Returns the look before which each pod restarted; infinite if it did not. */
    private static double[] restarts(SplittableRandom random, int pods, double restarting) {
        double[] times = new double[pods];
        for (int i = 0; i < pods; i++) {
            boolean restarts = random.nextDouble() < restarting;
            times[i] =
                    restarts
                            ? InterimAnalysis.LOOKS * random.nextDouble()
                            : Double.POSITIVE_INFINITY;
        }
        return times;
    }

    private static int until(double[] times, int look) {
        int count = 0;
        for (double each : times) {
            count += each < look ? 1 : 0;
        }
        return count;
    }
}
