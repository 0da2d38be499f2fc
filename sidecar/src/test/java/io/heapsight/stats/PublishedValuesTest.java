/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Published values of the same procedures. */
class PublishedValuesTest {
    /** Student's data on sleep: extra hours by one drug. */
    private static final double[] SLEEP_OF_ONE = {
        0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0
    };

    /** Extra hours by another drug, the same persons. */
    private static final double[] SLEEP_OF_TWO = {
        1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4
    };

    /** R: {@code t.test(extra ~ group, sleep)}: -3.3654832 to 0.2054832, 17.776 degrees. */
    @Test
    void welchIntervalEqualsTheSleepData() {
        Estimate shift = WelchShift.between(SLEEP_OF_TWO, SLEEP_OF_ONE, 0.95);
        assertThat(shift.low()).isCloseTo(-3.3654832, within(1e-6));
        assertThat(shift.high()).isCloseTo(0.2054832, within(1e-6));
    }

    /** t = -1.8608; degrees halfway between Satterthwaite's 17.776 and 9. */
    @Test
    void welchTestOfInterleavedRunsEqualsTheSleepData() {
        boolean[] candidate = new boolean[20];
        double[] values = new double[20];
        for (int i = 0; i < values.length; i++) {
            candidate[i] = i % 2 == 1;
            values[i] = (candidate[i] ? SLEEP_OF_ONE : SLEEP_OF_TWO)[i / 2];
        }
        ArmDifference difference =
                InterleavedDifference.differences(
                                List.of(new FigureAcrossRuns(values, 0)), candidate)
                        .getFirst();
        assertThat(difference.value() / difference.error()).isCloseTo(-1.8608, within(1e-4));
        assertThat(difference.freedom()).isCloseTo((17.776 + 9) / 2, within(1e-3));
    }

    /** R: {@code t.test(extra ~ group, sleep, paired)}: p-value = 0.002833, mean 1.58. */
    @Test
    void pairedTestEqualsTheSleepData() {
        boolean[] candidate = new boolean[20];
        double[] values = new double[20];
        for (int i = 0; i < values.length; i++) {
            candidate[i] = i % 4 == 1 || i % 4 == 2;
            values[i] = (candidate[i] ? SLEEP_OF_TWO : SLEEP_OF_ONE)[i / 2];
        }
        ArmDifference difference =
                PairedDifference.differences(List.of(new FigureAcrossRuns(values, 0)), candidate)
                        .getFirst();
        assertThat(difference.value()).isCloseTo(1.58, within(1e-9));
        assertThat(difference.p()).isCloseTo(0.002833, within(1e-6));
    }

    /** The Python package {@code arch} 8.0, {@code optimal_block_length}, for the same series. */
    @Test
    void blockLengthsEqualAnotherImplementation() {
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
