/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A count that outlives its groups. */
class OomKillTotalsTest {
    private final OomKillTotals kills = new OomKillTotals();

    @Test
    void countOfANewGroupIsAddedToThatOfTheRemovedOne() {
        kills.seen("Shop", Double.NaN);
        assertThat(kills.totals()).isEmpty();
        seen(0, 0, 1);
        assertThat(kills.totals()).containsEntry("Shop", 1.0);
        seen(0, 0);
        assertThat(kills.totals()).as("a new container").containsEntry("Shop", 1.0);
        seen(1, 1, Double.NaN);
        assertThat(kills.totals()).containsEntry("Shop", 2.0);
    }

    @Test
    void restartInTheSameGroupCountsOnce() {
        seen(0, 1, 1, 1);
        assertThat(kills.totals()).containsEntry("Shop", 1.0);
    }

    @Test
    void rememberedTargetsAreBounded() {
        for (int i = 0; i < 1000; i++) {
            kills.seen("Shop-" + i, i);
        }
        assertThat(kills.totals()).hasSize(64).containsEntry("Shop-999", 999.0);
    }

    private void seen(double... counts) {
        for (double count : counts) {
            kills.seen("Shop", count);
        }
    }
}
