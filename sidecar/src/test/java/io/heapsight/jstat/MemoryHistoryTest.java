/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MemoryHistoryTest {
    @Test
    void weekFitsIntoTheSameSpaceAndKeepsTheMinimum() {
        MemoryHistory history = new MemoryHistory();
        int week = 7 * 24 * 3600;
        for (long second = 0; second < week; second++) {
            history.add(1000 * second, second % 60 == 0 ? 50 : 100, second, Double.NaN, second);
        }

        MemoryHistory.Rows rows = history.rows();

        assertThat(rows.epochMillis().length).isBetween(360, 720);
        assertThat(rows.epochMillis()[0]).isZero();
        assertThat(rows.epochMillis()).isSorted();
        assertThat(Arrays.stream(rows.charged()).max()).hasValue(50);
        assertThat(rows.heapUsed()[0]).isZero();
        assertThat(rows.metaspace()[rows.metaspace().length - 1]).isEqualTo(week - 1);
        assertThat(rows.kept()).containsOnly(Double.NaN);
    }

    @Test
    void outsideIsTheMinimumChargedBesideTheHeap() {
        MemoryHistory history = new MemoryHistory();
        history.add(0, 100, 10, Double.NaN, 5);
        history.addHeap(0, 100, 60);
        history.addHeap(1000, 90, 55);
        history.addHeap(2000, Double.NaN, 10);

        assertThat(history.rows().outside()).containsExactly(35);
        assertThat(history.rows().heap()).containsExactly(55);
    }
}
