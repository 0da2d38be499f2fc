/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.jstat.SampleField;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "container.memory > 90% for 10s",
                "old_after_gc rising for 15m",
                "gc.overhead > 30% for 1m",
                "metaspace.used > 90% of max",
                "metaspace.used > 200m for 1h",
                "threads > 2000",
                "throttled > 12.5% for 2m",
                "gc.pause > 500ms",
                "gc.pause < 2s for 5m",
                "safepoint.pause > 500ms",
                "allocation > 100m/s for 90s",
                "cpu > 1.5",
                "container.memory < 10% for 5m",
                "allocation < 1m/s for 5m",
                "heap.used < 64m",
                "on start",
                "on death"
            })
    void conditionsAreSpelledAsTheyAreParsed(String text) {
        assertThat(Condition.parse(text)).hasToString(text);
        assertThat(text).matches(Condition.pattern());
    }

    @Test
    void blanksDoNotMatter() {
        assertThat(Condition.parse("  threads>2000   for 1m "))
                .isEqualTo(
                        new Condition.Beyond(
                                RuleFigure.THREADS,
                                Condition.Side.ABOVE,
                                2000,
                                false,
                                "2000",
                                Duration.ofMinutes(1)));
        assertThat(Condition.parse("threads<20")).hasToString("threads < 20");
        assertThat(Condition.parse("heap.used > 90 %"))
                .extracting("level", "ofMax")
                .containsExactly(0.9, true);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "thread > 5 | \"thread\" is not a figure: did you mean threads?",
                "stack > 5 | expected one of container.memory, ",
                "threads > 5% | threads has no maximum (expected a whole number)",
                "threads > many | many is not the level of threads (expected a whole number)",
                "gc.overhead > 0.3 | not the level of gc.overhead (expected per cent (90%))",
                "gc.overhead > 101% | not the level of gc.overhead",
                "gc.overhead > 0% | not the level of gc.overhead",
                "gc.overhead > 9% of max | not the level of gc.overhead",
                "gc.pause > 5 | not the level of gc.pause (expected a duration (500ms, 2s))",
                "gc.pause > 5h | not the level of gc.pause",
                "gc.pause > 5% | gc.pause has no maximum",
                "heap.used > 1x | (expected a size (512m, 2g), or 1% to 100% of its maximum)",
                "heap.used > 99999999999t | not the level of heap.used",
                "threads > 5 for soon | soon is not a duration",
                "threads > 5 for 2d | 2d is out of bounds (expected 1s to 24h)",
                "threads rising for 10s | 10s is out of bounds (expected 2m to 24h)",
                "threads < 0 | 0 is not the level of threads (expected a whole number)",
                "threads = 5 | not a condition (expected FIGURE > LEVEL for 10s, FIGURE < LEVEL",
                "threads <> 5 | not the level of threads",
                "threads rising | not a condition",
                "on fire | not a condition",
            })
    void anythingElseIsRefusedWithWhatIsExpected(String text, String reason) {
        assertThatThrownBy(() -> Condition.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "heap.used > 90% | 0.85",
                "throttled > 10% | 0.05",
                "throttled > 5% | 0.025",
                "container.memory.pressure > 1% | 0.005",
                "heap.used < 90% | 0.95",
                "heap.used < 97% | 0.985",
                "container.memory < 3% | 0.08",
                "threads > 100 | 95",
                "threads < 100 | 105"
            })
    void ruleIsRearmedFivePointsBackOrHalfWayToTheBound(String text, double level) {
        assertThat(((Condition.Beyond) Condition.parse(text)).rearmLevel())
                .isCloseTo(level, within(1e-9));
    }

    @Test
    void everyFieldOfASampleIsInAFigureOrNamedHere() {
        Set<SampleField> left = EnumSet.allOf(SampleField.class);
        for (RuleFigure figure : RuleFigure.values()) {
            left.removeAll(figure.fields());
            figure.max().ifPresent(left::remove);
        }
        // Capacities and limits, inputs of other figures, and redundant counters.
        assertThat(left)
                .containsExactlyInAnyOrder(
                        SampleField.NONHEAP_MAX_BYTES,
                        SampleField.METASPACE_MIN_CAPACITY_BYTES,
                        SampleField.METASPACE_MAX_CAPACITY_BYTES,
                        SampleField.METASPACE_CAPACITY_BYTES,
                        SampleField.CLASS_SPACE_MIN_CAPACITY_BYTES,
                        SampleField.CLASS_SPACE_MAX_CAPACITY_BYTES,
                        SampleField.CLASS_SPACE_CAPACITY_BYTES,
                        SampleField.GC_OVERHEAD_RATIO,
                        SampleField.OLD_AFTER_GC_BYTES,
                        SampleField.ALLOCATION_ERROR_BYTES,
                        SampleField.ALLOCATION_UNSEEN_BYTES,
                        SampleField.SAFEPOINT_SYNC_SECONDS,
                        SampleField.THREADS_DAEMON,
                        SampleField.THREADS_PEAK,
                        SampleField.THREADS_STARTED,
                        SampleField.COMPILATION_SECONDS,
                        SampleField.COMPILER_CPU_SECONDS,
                        SampleField.HEAP_RESIDENT_BYTES,
                        SampleField.IO_WRITE_SYSCALLS,
                        SampleField.CONTAINER_MEMORY_MIN_BYTES,
                        SampleField.CONTAINER_MEMORY_SWAP_LIMIT_BYTES,
                        SampleField.CONTAINER_MEMORY_SOCKET_BYTES,
                        SampleField.CONTAINER_MEMORY_SWAP_CACHED_BYTES,
                        SampleField.CONTAINER_MEMORY_ZSWAPPED_BYTES,
                        SampleField.CONTAINER_MEMORY_ZSWAP_BYTES,
                        SampleField.CONTAINER_MEMORY_SHMEM_BYTES,
                        SampleField.CONTAINER_MEMORY_KERNEL_BYTES,
                        SampleField.CONTAINER_CPU_SHARE_CORES,
                        SampleField.CONTAINER_CPU_THROTTLED_SECONDS,
                        SampleField.CONTAINER_CPU_FULL_PRESSURE_SECONDS,
                        SampleField.CONTAINER_MEMORY_FULL_PRESSURE_SECONDS,
                        SampleField.CONTAINER_IO_FULL_PRESSURE_SECONDS);
    }

    @Test
    void labelsAreUnique() {
        assertThat(Arrays.stream(RuleFigure.values()).map(RuleFigure::label))
                .doesNotHaveDuplicates();
    }
}
