/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.proc.ProcFs;
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

    /** It is 0 if unknown: more would be missing from the memory outside the heap. */
    @Test
    void swapOfTheHeapIsAPartOfThatOfItsGroup() {
        ProcFs.RangePages heap = new ProcFs.RangePages(60, 40);

        assertThat(figures(200, 50, 200).charged(heap)).isEqualTo(heap);
        assertThat(figures(200, 0, 200).charged(heap)).isEqualTo(new ProcFs.RangePages(60, 0));
    }

    private static ResidentHeapPoller.Figures figures(
            double shared, double swapped, double committed) {
        return new ResidentHeapPoller.Figures(500, shared, swapped, 100, committed, 400);
    }

    private static ProcFs.RangePages ofZ(double shared, double swapped, double committed) {
        return ResidentHeapPoller.pagesOfZ(figures(shared, swapped, committed));
    }

    @Test
    void swapOfAZHeapIsWhatItsCommittedSizeLacks() {
        assertThat(ofZ(200, 0, 210)).isEqualTo(new ProcFs.RangePages(200, 0));
        assertThat(ofZ(120, 150, 200)).isEqualTo(new ProcFs.RangePages(120, 80));
        assertThat(ofZ(120, 50, 200)).isEqualTo(new ProcFs.RangePages(120, 50));
        assertThat(ofZ(200, 50, 180)).isEqualTo(new ProcFs.RangePages(200, 0));
        assertThat(ofZ(Double.NaN, 50, 180)).isEqualTo(new ProcFs.RangePages(180, 0));
    }
}
