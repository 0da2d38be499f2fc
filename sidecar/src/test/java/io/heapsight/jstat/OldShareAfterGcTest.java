/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OldShareAfterGcTest {
    private final OldShareAfterGc share = new OldShareAfterGc();

    private double sample(double old, double collections) {
        return share.update(
                List.of(
                        new Sample.Pool("Eden Space", 300, 300, 300),
                        new Sample.Pool("Tenured Gen", old, 700, 700)),
                List.of(
                        new Sample.Collector("Copy", collections, 0),
                        new Sample.Collector("MarkSweepCompact", 1, 0)),
                0.6);
    }

    @Test
    void itIsThatOfTheLastCollection() {
        assertThat(sample(70, 1)).isEqualTo(0.1);
        assertThat(sample(630, 1)).as("no collection").isEqualTo(0.1);
        assertThat(sample(140, 2)).isEqualTo(0.2);
    }

    @Test
    void withoutGenerationsItIsThatOfTheHeap() {
        assertThat(
                        share.update(
                                List.of(new Sample.Pool("ZHeap", 1, 2, 3)),
                                List.of(new Sample.Collector("ZGC Cycles", 1, 0)),
                                0.6))
                .isEqualTo(0.6);
    }

    @Test
    void beforeTheFirstCollectionThereIsNone() {
        assertThat(share.update(List.of(), List.of(), 0.6)).isNaN();
    }
}
