/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InterleavedDifferenceTest {
    private static final long SEED = 20261122;
    private static final double LEVEL = 0.05;
    private static final FigureAcrossRuns CLEAR = figure(66, 67, 65, 66.5, 57, 58, 56.5, 57.2);

    private static FigureAcrossRuns figure(double... values) {
        return new FigureAcrossRuns(values, 0);
    }

    private static boolean[] arms(int base, int candidate) {
        boolean[] arms = new boolean[base + candidate];
        Arrays.fill(arms, base, arms.length, true);
        return arms;
    }

    private static double p(FigureAcrossRuns figure) {
        int runs = figure.values().length;
        return InterleavedDifference.differences(List.of(figure), arms(runs / 2, runs - runs / 2))
                .getFirst()
                .p();
    }

    /** Returns the p-value of the figure's difference, tested together with others. */
    private static double chance(FigureAcrossRuns figure, FigureAcrossRuns... others) {
        List<FigureAcrossRuns> all =
                IntStream.rangeClosed(0, others.length)
                        .mapToObj(i -> i == 0 ? figure : others[i - 1])
                        .toList();
        boolean[] arms = arms(4, 4);
        ArmDifference difference = InterleavedDifference.differences(all, arms).getFirst();
        return new MaxTNullDistribution(all, arms, SEED).p(difference);
    }

    @Test
    void clearDifferenceReachesTheMinimumP() {
        assertThat(chance(CLEAR)).isCloseTo(2.0 / 70, within(1e-12));
    }

    @Test
    void constantFiguresDoNotDiffer() {
        assertThat(p(figure(7, 7, 7, 7, 7, 7, 7, 7))).isOne();
        assertThat(p(figure(0, 0, 0, 0, 0, 0, 0, 0))).isOne();
    }

    @Test
    void exactDifferenceWithoutNoiseIsFound() {
        assertThat(p(figure(0, 0, 0, 0, 5, 5, 5, 5))).isLessThan(LEVEL);
        assertThat(p(figure(100, 100, 100, 100, 104, 104, 104, 104))).isLessThan(LEVEL);
    }

    @Test
    void mostlyZeroFiguresAreNoFailure() {
        double least = Double.MIN_VALUE;
        assertThat(p(figure(0, 0, 0, 0, 0, 0, 0, 3))).isGreaterThan(LEVEL);
        assertThat(p(figure(0, 0, least, 0, 0, 0, 0, least))).isGreaterThan(LEVEL);
        assertThat(p(figure(0, 0, 1e-170, 0, 0, 0, 0, 2e-170))).isGreaterThan(LEVEL);
    }

    @Test
    void runWithoutAValueIsSkipped() {
        double none = Double.NaN;
        assertThat(p(figure(66, none, 65, 66.5, 27, 28, 26.5, 27.2))).isLessThan(LEVEL);
        assertThat(p(figure(none, none, none, none, none, none, none, none))).isOne();
    }

    /** A count that is 12 or 13 by chance separates as cleanly as a real difference. */
    @Test
    void flickeringCountIsNoDifferenceAndAffectsNoOther() {
        FigureAcrossRuns flickering =
                new FigureAcrossRuns(new double[] {12, 13, 12, 13, 13, 12, 13, 12}, 1);
        FigureAcrossRuns split =
                new FigureAcrossRuns(new double[] {20, 20, 20, 20, 21, 21, 21, 21}, 1);
        assertThat(chance(flickering, split, CLEAR)).isGreaterThan(LEVEL);
        assertThat(chance(split, flickering, CLEAR)).isGreaterThan(LEVEL);
        assertThat(chance(CLEAR, flickering, split)).isLessThan(LEVEL);
    }

    @Test
    void intervalAndTestAgree() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 200; i++) {
            double shift = 6 * random.nextDouble();
            FigureAcrossRuns figure =
                    figure(
                            IntStream.range(0, 8)
                                    .mapToDouble(
                                            k -> 100 + random.nextGaussian() + (k < 4 ? 0 : shift))
                                    .toArray());
            boolean[] arms = arms(4, 4);
            ArmDifference difference =
                    InterleavedDifference.differences(List.of(figure), arms).getFirst();
            MaxTNullDistribution chance = new MaxTNullDistribution(List.of(figure), arms, SEED);
            Estimate interval = difference.interval(chance.quantile(LEVEL), 1 - LEVEL);
            assertThat(interval.excludesZero()).isEqualTo(chance.p(difference) <= LEVEL);
        }
    }

    /** A step of 100 between consecutive arms, and a drift of 3 per run without a step. */
    @Test
    void consecutiveArmsMayDifferByDriftAlone() {
        boolean[] arms = arms(4, 4);
        SplittableRandom random = new SplittableRandom(9);
        double[] drifting = new double[8];
        double[] stepping = new double[8];
        for (int i = 0; i < 8; i++) {
            drifting[i] = 3 * i - 12 + random.nextGaussian();
            stepping[i] = (arms[i] ? 100 : 0) - 50 + random.nextGaussian();
        }
        List<ArmDifference> differences =
                DriftShift.differences(List.of(figure(drifting), figure(stepping)), arms);
        assertThat(differences.get(0).value()).isCloseTo(12, within(2.0));
        assertThat(interval(differences.get(0)).excludesZero()).isFalse();
        assertThat(interval(differences.get(1)).low()).isGreaterThan(80);
    }

    private static Estimate interval(ArmDifference difference) {
        return difference.interval(difference.quantile(LEVEL), 1 - LEVEL);
    }

    @Test
    void driftAddsLittleToAlternatingRunsAndMuchToConsecutiveArms() {
        boolean[] toAndFro = {false, true, true, false, false, true, true, false};
        assertThat(OrderConfounding.drift(toAndFro)).isCloseTo(1.0 / 3, within(1e-9));
        assertThat(OrderConfounding.drift(arms(4, 4))).isCloseTo(11.0 / 3, within(1e-9));
    }

    /** Student's law has no quantile for them: the search for one ended with an exception. */
    @Test
    void errorOfInfiniteValuesIsUnknown() {
        ArmDifference unknown = ArmDifference.of(1, Double.NaN, Double.NaN);

        assertThat(unknown.p()).isEqualTo(1);
        assertThat(unknown.quantile(0.05)).isPositive();
        assertThat(unknown.interval(unknown.quantile(0.05), 0.95).low())
                .isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Satterthwaite.freedom(Double.POSITIVE_INFINITY, 3, 1, 5)).isEqualTo(3);
        assertThat(Satterthwaite.freedom(Double.NaN, 7, 1, 5)).isEqualTo(5);
    }
}
