/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.Samples;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetSignalsTest {
    private final TargetSignals signals = new TargetSignals(200);

    private void sample(int second, double pauses, double old, double collections) {
        Sample sample =
                Samples.of(
                        Duration.ofSeconds(second).toNanos(),
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
                                2000.0),
                        List.of(
                                new Sample.Pool("Eden Space", 300, 300, 300),
                                new Sample.Pool("Tenured Gen", old, 700, 700)),
                        List.of(
                                new Sample.Collector("Copy", collections, pauses),
                                new Sample.Collector("MarkSweepCompact", 1, 0)));
        signals.update(sample);
    }

    @Test
    void sharesAreOfTheirLimits() {
        sample(0, 0, 70, 0);

        assertThat(signals.value(TriggerSignal.HEAP)).isEqualTo(0.6);
        assertThat(signals.value(TriggerSignal.METASPACE)).isEqualTo(0.25);
        assertThat(signals.value(TriggerSignal.CONTAINER_MEMORY)).isEqualTo(0.4);
    }

    @Test
    void oldGenerationIsThatOfTheLastCollection() {
        sample(0, 0, 70, 1);
        assertThat(signals.value(TriggerSignal.OLD_AFTER_GC)).isEqualTo(0.1);
        sample(1, 0, 630, 1);
        assertThat(signals.value(TriggerSignal.OLD_AFTER_GC)).as("no collection").isEqualTo(0.1);
        sample(2, 0, 140, 2);
        assertThat(signals.value(TriggerSignal.OLD_AFTER_GC)).isEqualTo(0.2);
    }

    @Test
    void overheadIsThatOfTheLastMinute() {
        sample(0, 100, 0, 0);
        sample(5, 104, 0, 0);
        assertThat(signals.value(TriggerSignal.GC_OVERHEAD)).as("too soon to tell").isNaN();
        sample(10, 105, 0, 0);
        assertThat(signals.value(TriggerSignal.GC_OVERHEAD)).isCloseTo(0.5, within(1e-9));
        for (int second = 11; second <= 70; second++) {
            sample(second, 105, 0, 0);
        }
        assertThat(signals.value(TriggerSignal.GC_OVERHEAD)).as("long ago").isZero();
    }

    @Test
    void whatTheTargetDoesNotGiveIsNotKnown() {
        TargetSignals unlimited = new TargetSignals(Double.NaN);
        unlimited.update(Samples.of(0, Map.of(), List.of(), List.of()));

        for (TriggerSignal signal : TriggerSignal.values()) {
            assertThat(unlimited.value(signal)).as(signal.label()).isNaN();
        }
    }
}
