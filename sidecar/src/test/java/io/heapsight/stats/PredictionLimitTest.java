/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PredictionLimitTest {
    @Test
    void nextValuesStayBelowAsOftenAsPromised() {
        Random random = new Random(7);
        int held = 0;
        int trials = 4000;
        for (int i = 0; i < trials; i++) {
            double[] values = values(random, 12);
            double limit = PredictionLimit.upper(values, 3, 0.975);
            double[] next = values(random, 3);
            held += next[0] < limit && next[1] < limit && next[2] < limit ? 1 : 0;
        }
        // Dividing the error by the number of next values is on the safe side.
        assertThat((double) held / trials).isBetween(0.97, 0.99);
    }

    private static double[] values(Random random, int count) {
        return random.doubles(count)
                .map(_ -> 500e6 * Math.exp(0.1 * random.nextGaussian()))
                .toArray();
    }

    @Test
    void fewValuesBoundNothing() {
        assertThat(PredictionLimit.upper(new double[] {1, 2}, 1, 0.975)).isNaN();
    }

    @Test
    void equalValuesAreTheirOwnBound() {
        assertThat(PredictionLimit.upper(new double[] {5, 5, 5}, 9, 0.975))
                .isCloseTo(5, within(1e-9));
    }
}
