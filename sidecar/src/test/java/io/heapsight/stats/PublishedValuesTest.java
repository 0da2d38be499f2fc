/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What others publish for the same procedures. */
class PublishedValuesTest {
    /** Hollander and Wolfe, table 4.1: permeability of the human chorioamnion. */
    private static final double[] AT_TERM = {
        0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46
    };

    private static final double[] EARLIER = {1.15, 0.88, 0.90, 0.74, 1.21};

    /** R: {@code wilcox.test(x, y, alternative = "g")} says W = 35, p-value = 0.1272. */
    @Test
    void rankSumOfThePermeabilityDataIsThatOfTheTextbook() {
        assertThat(1 - new RankSum(10, 5).atMost(34)).isCloseTo(0.1272061, within(1e-7));
    }

    /** R: {@code wilcox.test(x, y, conf.int = TRUE)} says -0.15, 0.76, 0.305. */
    @Test
    void shiftOfThePermeabilityDataIsThatOfTheTextbook() {
        Estimate shift = HodgesLehmann.shift(EARLIER, AT_TERM, 0.95);
        assertThat(shift.value()).isCloseTo(0.305, within(1e-9));
        assertThat(shift.low()).isCloseTo(-0.15, within(1e-9));
        assertThat(shift.high()).isCloseTo(0.76, within(1e-9));
        assertThat(shift.level()).isGreaterThanOrEqualTo(0.95);
    }

    /** Critical values of U in every table: 4 against 4, two-sided 5 per cent is 0. */
    @Test
    void fourAgainstFourReachThreePerCentAndThreeAgainstThreeTen() {
        assertThat(2 * new RankSum(4, 4).atMost(0)).isCloseTo(2.0 / 70, within(1e-12));
        assertThat(new RankSum(4, 4).quantile(0.025)).isZero();
        assertThat(new RankSum(5, 5).quantile(0.025)).isEqualTo(2);
        assertThat(new RankSum(10, 10).quantile(0.025)).isEqualTo(23);
        assertThat(new RankSum(3, 3).quantile(0.025)).isEqualTo(-1);
        assertThat(new RankSum(3, 3).quantile(0.05)).isZero();
    }

    /** Holm's own example of four hypotheses. */
    @Test
    void holmAdjustsFromTheSmallestOnAndNeverFalls() {
        assertThat(HolmCorrection.adjusted(new double[] {0.01, 0.04, 0.03, 0.005}))
                .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
    }

    /**
     * The package {@code arch} 8.0 for Python, {@code optimal_block_length}, of the same series.
     */
    @Test
    void blocksAreAsLongAsAnotherImplementationSays() {
        assertThat(BlockLength.of(autoregressive(500, 0))).isCloseTo(3.15, within(0.5));
        assertThat(BlockLength.of(autoregressive(500, 0.5))).isCloseTo(6.18, within(0.5));
        assertThat(BlockLength.of(autoregressive(500, 0.9))).isCloseTo(21.65, within(1.5));
    }

    /** Noise from a generator that is the same in every language. */
    private static double[] autoregressive(int n, double memory) {
        long state = 42;
        double[] series = new double[n];
        double before = 0;
        for (int i = 0; i < n; i++) {
            double noise = -6;
            for (int k = 0; k < 12; k++) {
                state = (state * 1103515245L + 12345) % (1L << 31);
                noise += (double) state / (1L << 31);
            }
            before = memory * before + noise;
            series[i] = before;
        }
        return series;
    }
}
