/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MetricValueTest {
    private static final double NONE = Double.NaN;

    @Test
    void rateSkipsStepsWithAMissingPart() {
        MetricValue rate =
                MetricValue.Rate.of(
                        new double[] {1, NONE, 3, 5, 7}, new double[] {2, 2, 2, NONE, 4});
        assertThat(rate.value()).isCloseTo(11.0 / 8, within(1e-12));
        assertThat(rate.scaled(10).value()).isCloseTo(110.0 / 8, within(1e-12));
    }

    @Test
    void rateWithoutDenominatorIsMissing() {
        MetricValue rate = MetricValue.Rate.of(new double[3], new double[3]);
        assertThat(rate).isInstanceOf(MetricValue.Missing.class);
    }

    @Test
    void tooFewSamplesAreReportedWithTheirNumber() {
        assertThat(MetricValue.Percentile.of(new double[9], 0.95))
                .isEqualTo(new MetricValue.Missing("too few samples: 9, not 10"));
        assertThat(MetricValue.Sum.of(new double[] {NONE}))
                .isEqualTo(MetricValue.Missing.NOT_RECORDED);
    }

    @Test
    void totalOfTwoSamplesIsATotal() {
        assertThat(MetricValue.Sum.of(new double[] {NONE, 2}).value()).isEqualTo(2);
        assertThat(MetricValue.Rate.of(new double[] {3}, new double[] {2}).value()).isEqualTo(1.5);
    }

    @Test
    void settledFigureKeepsItsValueOnly() {
        double[] levels = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
        assertThat(MetricValue.Percentile.of(levels, 0.5).settled())
                .isEqualTo(new MetricValue.Once(6));
        assertThat(MetricValue.peak(new double[] {NONE, 3, 2})).isEqualTo(new MetricValue.Once(3));
        assertThat(MetricValue.peak(new double[0]).settled())
                .isEqualTo(MetricValue.Missing.NOT_RECORDED);
    }

    @Test
    void dayOfSamplesIsThinnedToStepsOfTheSameSum() {
        double[] parts = new double[86_401];
        double[] wholes = new double[parts.length];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = i % 7;
            wholes[i] = 2;
        }
        MetricValue.Rate rate = (MetricValue.Rate) MetricValue.Rate.of(parts, wholes);
        assertThat(rate.parts().length).isLessThanOrEqualTo(MetricValue.MOST_STEPS);
        assertThat(rate.value()).isCloseTo(1.5, within(1e-4));
        assertThat(MetricValue.Sum.of(parts).value()).isEqualTo(Arrays.stream(parts).sum());
        assertThat(MetricValue.Percentile.of(parts, 0.95).value()).isEqualTo(6);
    }
}
