/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.unit.SteadyClock;
import io.heapsight.unit.TestTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleRingTest {
    private final TestTime time = new TestTime();

    @Test
    void keepsTheLastRowsOldestFirst() {
        SampleRing ring = new SampleRing(2, 130, time.clock);
        Deque<Integer> expected = new ArrayDeque<>();
        for (int i = 0; i < 500; i++) {
            ring.add(Duration.ofMillis(i).toNanos(), new double[] {i, 2 * i});
            expected.addLast(i);
            if (expected.size() > 130) {
                expected.removeFirst();
            }
            assertThat(ring.size()).isEqualTo(expected.size());
            assertThat(ring.epochMillis())
                    .hasSize(expected.size())
                    .startsWith(time.clock.epochMillis(0) + expected.getFirst())
                    .endsWith(time.clock.epochMillis(0) + i);
            assertThat(ring.row(0))
                    .containsExactly((double) expected.getFirst(), 2.0 * expected.getFirst());
            assertThat(ring.row(ring.size() - 1)).containsExactly(i, 2 * i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-60, 60})
    void samplesAreAsFarApartAsTheyWereTakenWhenTheClockIsSet(int minutes) {
        SampleRing ring = new SampleRing(1, 40, time.clock);
        for (int i = 0; i < 38; i++) {
            if (i == 19) {
                time.set(Duration.ofMinutes(minutes));
            }
            time.clock.follow();
            ring.add(time.clock.nanoTime(), new double[1]);
            time.pass(Duration.ofMinutes(3));
        }
        long[] times = ring.epochMillis();
        for (int i = 1; i < times.length; i++) {
            assertThat(times[i] - times[i - 1]).isEqualTo(180_000);
        }
        assertThat(Instant.ofEpochMilli(times[37])).isEqualTo(time.wall().minusSeconds(180));
        assertThat(ring.jumps())
                .singleElement()
                .extracting(SteadyClock.Jump::by)
                .isEqualTo(Duration.ofMinutes(minutes));
    }

    @Test
    void rowOutOfRangeIsRefused() {
        SampleRing ring = new SampleRing(1, 3, time.clock);

        assertThatThrownBy(() -> ring.row(0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ring.add(0, new double[2]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void lastRowsAreThinnedToTheLastOfEachStep() {
        SampleRing ring = new SampleRing(2, 3600, time.clock);
        for (int i = 0; i < 4000; i++) {
            time.clock.follow();
            ring.add(time.clock.nanoTime(), new double[] {i, 2 * i});
            time.pass(Duration.ofSeconds(1));
        }

        assertThat(ring.last(5000, 1000, List.of(1)))
                .extracting(row -> row.values().getFirst())
                .containsExactly(7990.0, 7992.0, 7994.0, 7996.0, 7998.0);
        List<SampleRing.Row> minutes = ring.last(3_600_000, 60_000, List.of(0, 1));
        assertThat(minutes).hasSizeBetween(60, 61);
        assertThat(minutes.getLast().values()).containsExactly(3999.0, 7998.0);
        for (int i = 1; i < minutes.size() - 1; i++) {
            assertThat(minutes.get(i).epochMillis() - minutes.get(i - 1).epochMillis())
                    .isEqualTo(60_000);
        }
        assertThat(new SampleRing(1, 10, time.clock).last(5000, 1000, List.of(0))).isEmpty();
    }
}
