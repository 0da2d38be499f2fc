/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import static io.heapsight.histogram.HistogramDiffTest.histogram;
import static io.heapsight.histogram.HistogramDiffTest.row;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HistogramHistoryTest {
    @Test
    void oldestIsDroppedAndIdsAreNeverReused() {
        HistogramHistory history = new HistogramHistory(2);

        String first = history.add(histogram(row("A", 1, 16)), "test").id();
        String second = history.add(histogram(row("B", 1, 16)), "test").id();
        String third = history.add(histogram(row("C", 1, 16)), "test").id();

        assertThat(history.find(first)).isEmpty();
        assertThat(history.find(second)).isPresent();
        assertThat(history.last(1).map(HistogramHistory.Kept::id)).contains(third);
        assertThat(history.last(2)).isEmpty();
        assertThat(history.all()).extracting(HistogramHistory.Kept::id).doesNotHaveDuplicates();
    }

    @Test
    void reusedPidHasNoHistogramsOfTheEarlierJvm() {
        HistogramHistory history = new HistogramHistory(2);
        history.add(histogram(row("A", 1, 16)), "test");

        history.forget(1);

        assertThat(history.last(1)).isEmpty();
    }
}
