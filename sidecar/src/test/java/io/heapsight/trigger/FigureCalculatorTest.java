/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.jstat.SampleField;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FigureCalculatorTest {
    private final FigureCalculator series = new FigureCalculator(List.of(RuleFigure.values()), 200);

    private void containerHas(double second, double bytes) {
        series.update(
                field ->
                        switch (field) {
                            case CONTAINER_MEMORY_WORKING_SET_BYTES -> bytes;
                            case CONTAINER_MEMORY_LIMIT_BYTES -> 1000;
                            default -> Double.NaN;
                        },
                (long) (second * Duration.ofSeconds(1).toNanos()));
    }

    @Test
    void memoryInStepsIsForecastOneStepAhead() {
        containerHas(0, 50);
        containerHas(1, 400);
        assertThat(series.value(RuleFigure.CONTAINER_NEXT, false)).as("it starts").isEqualTo(400);
        containerHas(6, 410);
        containerHas(7, 610);
        containerHas(8, 610);
        assertThat(series.value(RuleFigure.CONTAINER_NEXT, true)).isEqualTo(0.81);
        for (int i = 1; i <= 20; i++) {
            containerHas(8 + i / 10.0, 610 + 25 * i);
        }
        assertThat(series.value(RuleFigure.CONTAINER_NEXT, false))
                .as("ten samples in a second rise as one")
                .isBetween(1110 + 225.0, 1110 + 250.0);
        for (int second = 11; second < 80; second++) {
            containerHas(second, 1110);
        }
        assertThat(series.value(RuleFigure.CONTAINER_NEXT, false)).as("long ago").isEqualTo(1110);
    }

    private void old(int second, double ratio, double afterItsCollection) {
        Map<SampleField, Double> fields =
                Map.of(
                        SampleField.OLD_AFTER_ANY_GC_RATIO, ratio,
                        SampleField.OLD_AFTER_GC_BYTES, afterItsCollection);
        series.update(
                field -> fields.getOrDefault(field, Double.NaN),
                Duration.ofSeconds(second).toNanos());
    }

    @Test
    void garbageThatWasPromotedIsNotLeftByACollectionOfTheOldGeneration() {
        old(0, 0.25, 150);
        old(1, 0.86, Double.NaN);
        assertThat(series.value(RuleFigure.OLD_AFTER_GC, false)).isEqualTo(0.25);
        old(2, 0.9, 540);
        assertThat(series.value(RuleFigure.OLD_AFTER_GC, false)).isEqualTo(0.9);
    }

    private void sample(int second, double pauses) {
        Map<SampleField, Double> fields =
                Map.of(
                        SampleField.HEAP_USED_BYTES,
                        600.0,
                        SampleField.HEAP_MAX_BYTES,
                        1000.0,
                        SampleField.NONHEAP_USED_BYTES,
                        50.0,
                        SampleField.GC_PAUSE_SECONDS,
                        pauses,
                        SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
                        800.0,
                        SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                        2000.0);
        series.update(
                field -> fields.getOrDefault(field, Double.NaN),
                Duration.ofSeconds(second).toNanos());
    }

    @Test
    void sharesAreOfTheirLimits() {
        sample(0, 0);

        assertThat(series.value(RuleFigure.HEAP, true)).isEqualTo(0.6);
        assertThat(series.value(RuleFigure.HEAP, false)).isEqualTo(600);
        assertThat(series.value(RuleFigure.METASPACE, true)).isEqualTo(0.25);
        assertThat(series.value(RuleFigure.CONTAINER_MEMORY, true)).isEqualTo(0.4);
    }

    @Test
    void overheadIsThatOfTheLastMinute() {
        sample(0, 100);
        sample(5, 104);
        assertThat(series.value(RuleFigure.GC_OVERHEAD, false)).as("too early").isNaN();
        sample(10, 105);
        assertThat(series.value(RuleFigure.GC_OVERHEAD, false)).isCloseTo(0.5, within(1e-9));
        for (int second = 11; second <= 70; second++) {
            sample(second, 105);
        }
        assertThat(series.value(RuleFigure.GC_OVERHEAD, false)).as("long ago").isZero();
    }

    @Test
    void cpuOfTheCollectorIsAShareOfTheProcess() {
        FigureCalculator cpu = new FigureCalculator(List.of(RuleFigure.GC_CPU), Double.NaN);
        for (int second = 0; second <= 20; second++) {
            Map<SampleField, Double> fields =
                    Map.of(
                            SampleField.GC_CPU_SECONDS, 5 + 0.3 * second,
                            SampleField.CPU_SECONDS, 90 + 1.2 * second);
            cpu.update(
                    field -> fields.getOrDefault(field, Double.NaN),
                    Duration.ofSeconds(second).toNanos());
        }

        assertThat(cpu.value(RuleFigure.GC_CPU, false)).isCloseTo(0.25, within(1e-9));
    }

    @Test
    void missingFigureOfTheTargetIsUnknown() {
        FigureCalculator unlimited = new FigureCalculator(List.of(RuleFigure.values()), Double.NaN);
        unlimited.update(_ -> Double.NaN, 0);

        for (RuleFigure figure : RuleFigure.values()) {
            assertThat(unlimited.value(figure, figure.hasMax())).as(figure.label()).isNaN();
        }
    }
}
