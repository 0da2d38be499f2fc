/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.stats.Estimate;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConcurrentJobsMemoryFitTest {
    @Test
    void lineThroughCollinearPointsIsExact() {
        ConcurrentJobsMemoryFit line =
                ConcurrentJobsMemoryFit.through(new double[] {1, 2, 4}, new double[] {5, 7, 11})
                        .orElseThrow();

        assertThat(line.fit().slope()).isEqualTo(2);
        assertThat(line.fit().intercept()).isEqualTo(3);
        Estimate at = line.reaches(23, 0).orElseThrow();
        assertThat(at.value()).isCloseTo(10, within(1e-9));
        assertThat(at.low()).as("no program is exactly on a line").isBetween(9.6, 9.9);
        assertThat(at.high()).isBetween(10.1, 10.4);
    }

    @Test
    void fewerThanThreePointsOrOneXGiveNoLine() {
        assertThat(ConcurrentJobsMemoryFit.through(new double[] {1, 2}, new double[] {1, 2}))
                .isEmpty();
        assertThat(ConcurrentJobsMemoryFit.through(new double[] {3, 3, 3}, new double[] {1, 2, 3}))
                .isEmpty();
    }

    @Test
    void fallingLineReachesNothing() {
        assertThat(
                        ConcurrentJobsMemoryFit.through(
                                        new double[] {1, 2, 3}, new double[] {3, 2, 1})
                                .orElseThrow()
                                .reaches(9, 0))
                .isEmpty();
    }

    /** The true value: where the line without noise, plus one point's noise, reaches the height. */
    @Test
    void intervalHasItsNominalCoverage() {
        Random random = new Random(42);
        int held = 0;
        int trials = 4000;
        for (int trial = 0; trial < trials; trial++) {
            double[] x = {1, 2, 3, 4, 5, 6};
            double[] y = new double[x.length];
            for (int i = 0; i < x.length; i++) {
                y[i] = 100 + 30 * x[i] + 4 * random.nextGaussian();
            }
            double truth = 12;
            double height = 100 + 30 * truth + 4 * random.nextGaussian();
            Estimate at =
                    ConcurrentJobsMemoryFit.through(x, y)
                            .orElseThrow()
                            .reaches(height, 0)
                            .orElseThrow();
            if (at.low() <= truth && truth <= at.high()) {
                held++;
            }
        }
        assertThat((double) held / trials).isBetween(0.94, 0.96);
    }
}
