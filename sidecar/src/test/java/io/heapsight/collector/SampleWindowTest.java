/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.jstat.SampleField;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampleWindowTest {
    private static final double NO = Double.NaN;

    @Test
    void ratesSkipUnknownValues() {
        SampleWindow window = window(new double[] {NO, 10, 12, 16, NO}, new double[5]);

        assertThat(window.seconds()).isEqualTo(4);
        assertThat(window.increase(SampleField.CPU_SECONDS)).isEqualTo(6);
        assertThat(window.rate(SampleField.CPU_SECONDS)).isEqualTo(3);
        assertThat(window.last(SampleField.CPU_SECONDS)).isEqualTo(16);
        assertThat(window.max(SampleField.CPU_SECONDS)).isEqualTo(16);
    }

    @Test
    void unknownCountersHaveUnknownRates() {
        SampleWindow window = window(new double[] {NO, 10, NO}, new double[] {NO, NO, NO});

        assertThat(window.rate(SampleField.CPU_SECONDS)).isNaN();
        assertThat(window.last(SampleField.GC_PAUSE_SECONDS)).isNaN();
        assertThat(window.max(SampleField.GC_PAUSE_SECONDS)).isNaN();
        assertThat(window.worstMinute(SampleField.GC_PAUSE_SECONDS)).isNaN();
    }

    @Test
    void ratioCoversTheSamplesThatHaveBoth() {
        SampleWindow window = window(new double[] {0, 10, 20, 30}, new double[] {NO, 1, 2, 5});

        assertThat(window.ratio(SampleField.GC_PAUSE_SECONDS, SampleField.CPU_SECONDS))
                .isEqualTo(0.2);
        assertThat(
                        window(new double[] {1, 1}, new double[] {1, 1})
                                .ratio(SampleField.GC_PAUSE_SECONDS, SampleField.CPU_SECONDS))
                .isNaN();
    }

    @Test
    void worstMinuteIsTheSteepest() {
        double[] pauses =
                IntStream.range(0, 300)
                        .mapToDouble(i -> i < 100 ? 0 : Math.min(30, i - 100) / 2.0)
                        .toArray();
        SampleWindow window = window(new double[300], pauses);

        assertThat(window.worstMinute(SampleField.GC_PAUSE_SECONDS)).isCloseTo(0.25, within(1e-9));
    }

    @Test
    void lessThanAMinuteHasNoWorstOne() {
        assertThat(window(new double[60], new double[60]).worstMinute(SampleField.CPU_SECONDS))
                .isNaN();
    }

    private static SampleWindow window(double[] cpu, double[] pauses) {
        long[] times = IntStream.range(0, cpu.length).mapToLong(i -> 1000L * i).toArray();
        return new SampleWindow(
                times, Map.of(SampleField.CPU_SECONDS, cpu, SampleField.GC_PAUSE_SECONDS, pauses));
    }
}
