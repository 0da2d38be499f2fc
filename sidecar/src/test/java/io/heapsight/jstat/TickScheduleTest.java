/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TickScheduleTest {
    @Test
    void ticksStayOnTheGridWhenWorkIsShort() {
        TickSchedule schedule = new TickSchedule(1000, 100);

        schedule.done(1005);

        assertThat(schedule.nanosUntilNext(1005)).isEqualTo(95);
        assertThat(schedule.missed()).isZero();
    }

    @Test
    void lateTicksAreCountedAndSkipped() {
        TickSchedule schedule = new TickSchedule(1000, 100);

        schedule.done(1350);

        assertThat(schedule.missed()).as("1100, 1200, 1300").isEqualTo(3);
        assertThat(schedule.nanosUntilNext(1350)).as("1400").isEqualTo(50);
    }

    @Test
    void everyGridPointIsATickOrMissed() {
        Random random = new Random(7);
        TickSchedule schedule = new TickSchedule(0, 100);
        long now = 0;
        long ticks = 0;
        for (int i = 0; i < 10_000; i++) {
            now += schedule.nanosUntilNext(now);
            assertThat(now % 100).isZero();
            ticks++;
            now += random.nextInt(350);
            schedule.done(now);
            now = Math.max(now, now + schedule.nanosUntilNext(now) - random.nextInt(2));
        }
        now += schedule.nanosUntilNext(now);
        assertThat(ticks + schedule.missed()).isEqualTo(now / 100);
    }
}
