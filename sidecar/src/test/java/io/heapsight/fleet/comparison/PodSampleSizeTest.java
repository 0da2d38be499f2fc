/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class PodSampleSizeTest {
    /** n = 2 (1.96 + 0.84)² 0.1² / ln(1.1)² = 17.3 of a normal test. */
    @Test
    void tenPercentAtASpreadOfTenTakesAboutEighteenPods() {
        SplittableRandom random = new SplittableRandom(1);
        double[] base =
                DoubleStream.generate(() -> 0.1 * random.nextGaussian()).limit(2000).toArray();
        double[] other =
                DoubleStream.generate(() -> 0.1 * random.nextGaussian()).limit(2000).toArray();
        assertThat(PodSampleSize.needed(base, other, 0.05)).isCloseTo(19, within(1));
    }

    @Test
    void oneValueTellsNothing() {
        assertThat(PodSampleSize.needed(new double[] {1}, new double[] {1}, 0.05)).isZero();
    }
}
