/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OldAfterGcTest {
    private final OldAfterGc old = new OldAfterGc();

    private double serial(double used, double full) {
        return old.update(
                List.of(new Sample.Pool("Tenured Gen", used, 900, 900)),
                List.of(
                        new Sample.Collector("Copy", used, 0),
                        new Sample.Collector("MarkSweepCompact", full, 0)));
    }

    private double g1(double used, double concurrent, double full) {
        return old.update(
                List.of(
                        new Sample.Pool("G1 Eden Space", 50, 900, 900),
                        new Sample.Pool("G1 Old Gen", used, 900, 900)),
                List.of(
                        new Sample.Collector("G1 Young Generation", used, 0),
                        new Sample.Collector("G1 Concurrent GC", concurrent, 0),
                        new Sample.Collector("G1 Old Generation", full, 0)));
    }

    @Test
    void fullCollectionTellsAtOnce() {
        assertThat(serial(500, 3)).as("of before the first sample").isNaN();
        assertThat(serial(600, 3)).isNaN();
        assertThat(serial(200, 4)).isEqualTo(200);
        assertThat(serial(210, 4)).isNaN();
        assertThat(serial(400, 5)).as("more lives").isEqualTo(400);
    }

    @Test
    void concurrentCollectionIsToldByTheNextOne() {
        assertThat(g1(500, 0, 0)).isNaN();
        assertThat(g1(600, 1, 0)).as("remark").isNaN();
        assertThat(g1(610, 2, 0)).as("cleanup: nothing has been freed").isNaN();
        assertThat(g1(400, 2, 0)).isNaN();
        assertThat(g1(250, 2, 0)).as("mixed collections").isNaN();
        assertThat(g1(700, 2, 0)).isNaN();
        assertThat(g1(720, 3, 0)).isEqualTo(250);
        assertThat(g1(240, 3, 1)).as("a full collection").isEqualTo(240);
    }

    /** A heap that leaks: four cycles, and nothing that any of them could free. */
    @Test
    void concurrentCollectionsThatFreeNothingTellThatAllLives() {
        assertThat(g1(500, 0, 0)).isNaN();
        assertThat(g1(600, 1, 0)).as("remark").isNaN();
        assertThat(g1(601, 2, 0)).as("cleanup").isNaN();
        assertThat(g1(650, 3, 0)).as("the first cycle freed nothing").isEqualTo(650);
        assertThat(g1(651, 4, 0)).as("cleanup").isNaN();
        assertThat(g1(700, 6, 0)).as("both pauses between two samples").isEqualTo(700);
    }

    @Test
    void withoutPoolsNothingIsTold() {
        assertThat(old.update(List.of(), List.of())).isNaN();
        assertThat(old.update(List.of(), List.of(new Sample.Collector("PS MarkSweep", 1, 0))))
                .isNaN();
    }
}
