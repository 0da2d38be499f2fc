/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Moments that do not depend on settings of the machine's clock. */
class SteadyClockTest {
    private final TestTime time = new TestTime();
    private final SteadyClock clock = time.clock;

    @ParameterizedTest
    @ValueSource(ints = {-3600, 3600, -2, 2, 1_000_000_000})
    void momentsMoveTogetherWhenTheClockIsSet(int seconds) {
        long first = clock.nanoTime();
        time.pass(Duration.ofMinutes(1));
        time.set(Duration.ofSeconds(seconds));
        time.pass(Duration.ofMinutes(1));

        assertThat(clock.instant()).isEqualTo(time.wall());
        assertThat(clock.at(first)).isEqualTo(time.wall().minusSeconds(120));
        assertThat(clock.epochMillis(first)).isEqualTo(clock.at(first).toEpochMilli());
        assertThat(clock.nanosOf(clock.instant()) - clock.nanosOf(clock.at(first)))
                .isEqualTo(Duration.ofMinutes(2).toNanos());
        assertThat(clock.since(first)).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void jumpIsReportedAndLoggedOnce() {
        long first = clock.nanoTime();
        time.pass(Duration.ofMinutes(10));
        time.set(Duration.ofHours(-1).plusMillis(400));
        clock.follow();
        clock.follow();
        long second = clock.nanoTime();
        time.pass(Duration.ofMinutes(1));
        time.set(Duration.ofHours(1));
        clock.follow();

        assertThat(clock.jumpsSince(first))
                .map(SteadyClock.Jump::toString)
                .containsExactly(
                        "the clock was set back by 3600 s, to 2026-11-21T21:10:00Z",
                        "the clock was set forward by 3600 s, to 2026-11-21T22:11:00Z");
        assertThat(clock.jumpsSince(second)).hasSize(1);
        assertThat(time.told())
                .hasSize(2)
                .first()
                .asString()
                .contains("WARN", "seconds=-3600", "set back by 3600 s");
    }

    @Test
    void smallCorrectionIsNoJump() {
        long first = clock.nanoTime();
        time.pass(Duration.ofHours(1));
        time.set(Duration.ofSeconds(-1));

        assertThat(clock.instant()).isEqualTo(TestTime.START.plusSeconds(3600));
        assertThat(clock.jumpsSince(first)).isEmpty();
    }

    @Test
    void delayedThreadSeesNoJump() {
        long[] nanos = new long[1];
        Instant[] wall = {TestTime.START};
        SteadyClock halting =
                new SteadyClock(
                        () -> {
                            nanos[0] += Duration.ofSeconds(5).toNanos();
                            wall[0] = wall[0].plusSeconds(5);
                            return wall[0];
                        },
                        () -> nanos[0],
                        time.events);
        halting.follow();
        assertThat(halting.jumpsSince(-1)).isEmpty();
    }

    @Test
    void repeatedJumpsUseBoundedMemory() {
        long first = clock.nanoTime();
        for (int i = 0; i < 1000; i++) {
            time.pass(Duration.ofSeconds(1));
            time.set(Duration.ofHours(i % 2 == 0 ? 1 : -1));
            clock.follow();
        }
        assertThat(clock.jumpsSince(first)).hasSize(64);
        assertThat(clock.instant()).isEqualTo(time.wall());
    }
}
