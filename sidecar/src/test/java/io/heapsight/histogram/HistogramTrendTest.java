/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import static io.heapsight.histogram.HistogramDiffTest.histogram;
import static io.heapsight.histogram.HistogramDiffTest.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class HistogramTrendTest {
    private final HistogramHistory history = new HistogramHistory(20);

    private HistogramTrend trend() {
        return HistogramTrend.of(history, 1).orElseThrow();
    }

    @Test
    void targetWithoutHistogramsHasNoTrend() {
        assertThat(HistogramTrend.of(history, 1)).isEmpty();
    }

    @Test
    void growthIsSinceTheHistogramBefore() {
        history.add(histogram(row("A", 1, 16)), "test");
        history.add(histogram(row("A", 2, 32), row("B", 1, 8)), "test");
        history.add(histogram(row("A", 5, 80), row("B", 1, 8), row("New", 1, 4)), "test");

        assertThat(trend().top(10))
                .containsExactly(
                        new HistogramTrend.Row("A", 5, List.of(16L, 32L, 80L)),
                        new HistogramTrend.Row("B", 1, List.of(0L, 8L, 8L)),
                        new HistogramTrend.Row("New", 1, List.of(0L, 0L, 4L)));
        assertThat(trend().top(1).getFirst().bytesChange()).isEqualTo(OptionalLong.of(48));
    }

    @Test
    void lastingGrowthIgnoresGarbage() {
        history.add(histogram(row("A", 1, 16)), "test");
        HistogramTrend.Row garbage = new HistogramTrend.Row("G", 1, List.of(10L, 90L, 10L, 95L));
        HistogramTrend.Row leak = new HistogramTrend.Row("L", 1, List.of(10L, 20L, 30L, 40L));

        assertThat(trend().lastingChange(garbage)).isEqualTo(OptionalLong.of(0));
        assertThat(trend().lastingChange(leak)).isEqualTo(OptionalLong.of(20));
    }

    /** The first may be taken after a collection, and the others before the next one. */
    @Test
    void threeHistogramsOfAllObjectsDoNotTellGrowthFromGarbage() {
        HistogramTrend.Row row = new HistogramTrend.Row("A", 1, List.of(100L, 600L, 580L));
        ClassHistogram all = histogram(row("A", 1, 580));
        history.add(all, "test");
        assertThat(trend().lastingChange(row)).isEmpty();

        history.add(
                new ClassHistogram(all.pid(), all.name(), all.takenAt(), true, all.rows()), "test");
        assertThat(trend().lastingChange(row)).isEqualTo(OptionalLong.of(480));
    }

    @Test
    void firstHistogramHasNoGrowth() {
        history.add(histogram(row("A", 1, 16)), "test");

        assertThat(trend().top(1).getFirst().bytesChange()).isEmpty();
        assertThat(trend().lastingChange(trend().top(1).getFirst())).isEmpty();
    }

    @Test
    void classOfTwoLoadersIsOneRow() {
        history.add(histogram(row("A", 1, 16), row("A", 2, 32)), "test");

        assertThat(trend().top(10)).containsExactly(new HistogramTrend.Row("A", 3, List.of(48L)));
    }

    @Test
    void histogramsOfLiveObjectsAreNotComparedWithThoseOfAll() {
        ClassHistogram all = histogram(row("A", 9, 90));
        history.add(
                new ClassHistogram(all.pid(), all.name(), all.takenAt(), true, all.rows()), "test");
        history.add(all, "test");

        assertThat(trend().earlier()).isEmpty();
    }

    @Test
    void oldestAreNotShown() {
        for (int i = 1; i <= 15; i++) {
            history.add(histogram(row("A", i, 16L * i)), "test");
        }

        assertThat(trend().top(1).getFirst().bytes()).hasSize(10).startsWith(96L);
    }
}
