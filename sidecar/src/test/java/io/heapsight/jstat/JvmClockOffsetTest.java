/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class JvmClockOffsetTest {
    private static final double OFFSET = 5e9;
    private static final long LOOK = 20_000_000;

    @Test
    void estimateImprovesWithEachCollection() {
        Random random = new Random(1);
        JvmClockOffset clock = new JvmClockOffset();
        double begun = 0;
        for (int i = 0; i < 50; i++) {
            begun += 1e8 + random.nextInt(100_000_000);
            long before = (long) (begun + OFFSET - random.nextInt((int) LOOK));
            clock.seen(new JvmClockOffset.Times(begun, begun + 1e6), before, before + 2 * LOOK);
        }
        long from = (long) (begun + OFFSET - LOOK);
        assertThat(clock.ours(begun, from, from + 2 * LOOK))
                .isEqualTo(begun + OFFSET, within(LOOK / 2.0));
    }

    @Test
    void unreportedMomentIsHalfwayBetweenTwoPolls() {
        JvmClockOffset clock = new JvmClockOffset();
        clock.seen(JvmClockOffset.Times.UNKNOWN, 0, LOOK);
        assertThat(clock.ours(Double.NaN, 0, LOOK)).isEqualTo(LOOK / 2.0);
    }

    @Test
    void frozenTargetRestartsTheClock() {
        JvmClockOffset clock = new JvmClockOffset();
        clock.seen(new JvmClockOffset.Times(1e9, 1.001e9), 1_000_000_000, 1_010_000_000);
        clock.seen(new JvmClockOffset.Times(2e9, 2.001e9), 9_000_000_000L, 9_010_000_000L);
        assertThat(clock.ours(2e9, 9_000_000_000L, 9_010_000_000L))
                .isBetween(9_000_000_000.0, 9_010_000_000.0);
    }
}
