/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HistogramDiffTest {
    private static final String FILLER = "[Ljdk.internal.vm.FillerElement;";

    @Test
    void grownShrunkNewAndGoneClassesShowMostGrowthFirst() {
        ClassHistogram base =
                histogram(row("Same", 1, 16), row("Grown", 1, 16), row("Gone", 2, 32));
        ClassHistogram later =
                histogram(row("Same", 1, 16), row("Grown", 5, 80), row("New", 1, 24));

        HistogramDiff diff = new HistogramDiff(base, later, Duration.ofMinutes(1));

        assertThat(diff.top(10))
                .containsExactly(
                        new ClassDelta(
                                "Grown", "", new InstanceCount(5, 80), new InstanceCount(4, 64)),
                        new ClassDelta(
                                "New", "", new InstanceCount(1, 24), new InstanceCount(1, 24)),
                        new ClassDelta("Gone", "", InstanceCount.NONE, new InstanceCount(-2, -32)));
        assertThat(diff.change()).isEqualTo(new InstanceCount(3, 56));
    }

    @Test
    void classOfTwoLoadersIsComparedAsOne() {
        HistogramDiff diff =
                new HistogramDiff(
                        histogram(row("A", 1, 16), row("A", 2, 32)),
                        histogram(row("A", 4, 64)),
                        Duration.ofMinutes(1));

        assertThat(diff.top(10))
                .containsExactly(
                        new ClassDelta(
                                "A", "", new InstanceCount(4, 64), new InstanceCount(1, 16)));
    }

    @Test
    void garbageIsAllMinusLiveWithFillerApart() {
        ClassHistogram all =
                histogram(row(FILLER, 2, 4096), row("Kept", 10, 160), row("Dead", 7, 112));
        ClassHistogram live = histogram(row("Kept", 11, 176), row("Dead", 2, 32));

        GarbageByClass garbage = GarbageByClass.between(all, live, Optional.of("G1"));

        assertThat(garbage.unreachable()).isEqualTo(new InstanceCount(5, 80));
        assertThat(garbage.filler()).isEqualTo(new InstanceCount(2, 4096));
        assertThat(garbage.unreachableRatio()).isEqualTo(80.0 / 272);
        assertThat(garbage.top(10))
                .containsExactly(
                        new ClassDelta(
                                "Dead", "", new InstanceCount(2, 32), new InstanceCount(5, 80)));
    }

    static ClassHistogram histogram(ClassHistogramRow... rows) {
        return new ClassHistogram(1, "a.B", Instant.EPOCH, false, SampleRows.of(List.of(rows)));
    }

    static ClassHistogramRow row(String name, long instances, long bytes) {
        return new ClassHistogramRow(name, "", instances, bytes);
    }
}
