/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Intervals against what a brute force or a book says. */
class ShiftTest {
    private static final double LEVEL = 0.95;
    private static final boolean[] TO_AND_FRO = {
        false, true, true, false, false, true, true, false, false, true, true, false
    };

    /** The signed ranks of differences around a centre: how many signs give a sum so far off. */
    private static double signedRankP(double[] differences, double centre) {
        int n = differences.length;
        double[] from = Arrays.stream(differences).map(each -> each - centre).toArray();
        double[] sizes = Arrays.stream(from).map(Math::abs).sorted().toArray();
        int[] ranks = new int[n];
        int sum = 0;
        for (int i = 0; i < n; i++) {
            ranks[i] = Arrays.binarySearch(sizes, Math.abs(from[i])) + 1;
            sum += from[i] > 0 ? ranks[i] : 0;
        }
        int total = n * (n + 1) / 2;
        int farther = Math.min(sum, total - sum);
        int reached = 0;
        for (int signs = 0; signs < 1 << n; signs++) {
            int other = 0;
            for (int i = 0; i < n; i++) {
                other += (signs >> i & 1) == 1 ? i + 1 : 0;
            }
            reached += Math.min(other, total - other) <= farther ? 1 : 0;
        }
        return (double) reached / (1 << n);
    }

    @Test
    void signedRankIntervalHoldsWhatTheTestDoesNotRefuse() {
        SplittableRandom random = new SplittableRandom(20261122);
        for (int n = 6; n <= 10; n++) {
            double[] differences = random.doubles(n, -1, 3).toArray();
            Estimate centre = SignedRank.centre(differences, LEVEL);
            assertThat(centre.level()).isBetween(0.95, 0.98);
            double step = 1e-6;
            assertThat(signedRankP(differences, centre.low() + step)).isGreaterThan(0.05);
            assertThat(signedRankP(differences, centre.low() - step)).isLessThanOrEqualTo(0.05);
            assertThat(signedRankP(differences, centre.high() - step)).isGreaterThan(0.05);
            assertThat(signedRankP(differences, centre.high() + step)).isLessThanOrEqualTo(0.05);
        }
    }

    /** R: {@code t.test(extra ~ group, sleep, paired)}: 0.7001 to 2.4599 around 1.58. */
    @Test
    void fewPairsHaveStudentsInterval() {
        double[] base = {0.7, -1.6, -0.2, -1.2};
        double[] candidate = {1.9, 0.8, 1.1, 0.1};
        double[] values = new double[8];
        boolean[] arms = new boolean[8];
        for (int i = 0; i < 4; i++) {
            boolean first = i % 2 == 1;
            values[2 * i] = first ? candidate[i] : base[i];
            values[2 * i + 1] = first ? base[i] : candidate[i];
            arms[2 * i] = first;
            arms[2 * i + 1] = !first;
        }
        // differences 1.2, 2.4, 1.3, 1.3: mean 1.55, deviation 0.5686, t 3.1824 with 3 degrees
        Estimate shift = PairedShift.between(values, arms, LEVEL);
        assertThat(shift.value()).isCloseTo(1.55, within(1e-9));
        assertThat(shift.low()).isCloseTo(1.55 - 3.182446 * 0.568624 / 2, within(1e-4));
        assertThat(shift.level()).isEqualTo(LEVEL);
    }

    @Test
    void aSteadyDriftIsTakenOutOfPairs() {
        SplittableRandom random = new SplittableRandom(3);
        double[] values = new double[12];
        for (int i = 0; i < values.length; i++) {
            values[i] = 5 * i + (TO_AND_FRO[i] ? 20 : 0) + 0.1 * random.nextGaussian();
        }
        Estimate shift = PairedShift.between(values, TO_AND_FRO, LEVEL);
        assertThat(shift.value()).isCloseTo(20, within(0.3));
        assertThat(shift.high() - shift.low()).isLessThan(0.6);
    }

    @Test
    void withoutADriftPairsKeepTheirRanks() {
        SplittableRandom random = new SplittableRandom(5);
        double[] values = new double[12];
        for (int i = 0; i < values.length; i++) {
            values[i] = (TO_AND_FRO[i] ? 20 : 0) + random.nextGaussian();
        }
        assertThat(PairedShift.between(values, TO_AND_FRO, LEVEL).level())
                .isCloseTo(1 - 2.0 / 64, within(1e-12));
    }

    /** R: {@code t.test(extra ~ group, sleep)}: -3.3654832 to 0.2054832, 17.776 degrees. */
    @Test
    void welchsIntervalIsThatOfTheSleepData() {
        double[] one = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
        double[] other = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
        Estimate shift = WelchShift.between(other, one, LEVEL);
        assertThat(shift.low()).isCloseTo(-3.3654832, within(1e-6));
        assertThat(shift.high()).isCloseTo(0.2054832, within(1e-6));
    }

    /** Eight runs of a pure drift: four of one arm, then four of the other. */
    @Test
    void armsThatFollowOneAnotherMayDifferByTheDriftAlone() {
        boolean[] arms = {false, false, false, false, true, true, true, true};
        SplittableRandom random = new SplittableRandom(9);
        double[] drifting = new double[8];
        double[] stepping = new double[8];
        for (int i = 0; i < 8; i++) {
            drifting[i] = 3 * i + random.nextGaussian();
            stepping[i] = (arms[i] ? 100 : 0) + random.nextGaussian();
        }
        Estimate drift = DriftShift.between(drifting, arms, LEVEL);
        assertThat(drift.value()).isCloseTo(12, within(2.0));
        assertThat(drift.excludesZero()).isFalse();
        assertThat(DriftShift.between(stepping, arms, LEVEL).low()).isGreaterThan(80);
    }

    /** A drift of 3 a run among twenty, noise of 1, and a true difference of 2. */
    @Test
    void driftThatIsSeenIsTakenOutOfRunsInTurns() {
        SplittableRandom random = new SplittableRandom(5);
        boolean[] arms = new boolean[20];
        double[] drifting = new double[20];
        double[] steady = new double[20];
        for (int i = 0; i < arms.length; i++) {
            arms[i] = i % 5 == 1 || i % 5 == 2 || i % 10 == 4;
            steady[i] = (arms[i] ? 2 : 0) + random.nextGaussian();
            drifting[i] = steady[i] + 3 * i;
        }
        Estimate shift = DriftShift.withoutDrift(drifting, arms, LEVEL).orElseThrow();
        assertThat(shift.low()).isBetween(0.0, 2.0);
        assertThat(shift.high()).isBetween(2.0, 4.0);
        assertThat(DriftShift.withoutDrift(steady, arms, LEVEL)).isEmpty();
    }

    @Test
    void aDriftAddsLittleToRunsInTurnsAndMuchToArmsThatFollowOneAnother() {
        boolean[] eight = Arrays.copyOf(TO_AND_FRO, 8);
        boolean[] arms = {false, false, false, false, true, true, true, true};
        assertThat(OrderDrift.drift(eight)).isCloseTo(1.0 / 3, within(1e-9));
        assertThat(OrderDrift.drift(arms)).isCloseTo(11.0 / 3, within(1e-9));
    }
}
