/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResidentHeapPollerTest {
    private final ResidentHeapPoller.Pace pace = new ResidentHeapPoller.Pace();

    @Test
    void oneSlowReadingDoesNotDelayTheNext() {
        assertThat(pace.beat(SECONDS.toNanos(1))).isEqualTo(SECONDS.toNanos(10));
        assertThat(pace.beat(MILLISECONDS.toNanos(2))).isEqualTo(SECONDS.toNanos(10));
        assertThat(pace.beat(SECONDS.toNanos(1))).isEqualTo(SECONDS.toNanos(10));
    }

    @Test
    void repeatedlySlowReadingsComeLessOften() {
        pace.beat(MILLISECONDS.toNanos(20));

        assertThat(pace.beat(MILLISECONDS.toNanos(15))).isEqualTo(SECONDS.toNanos(30));
        assertThat(pace.beat(SECONDS.toNanos(9))).isEqualTo(SECONDS.toNanos(30));
        assertThat(pace.beat(SECONDS.toNanos(9))).isEqualTo(SECONDS.toNanos(120));
    }
}
