/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class G1LiveSetEstimateTest {
    private final G1LiveSetEstimate minimum = new G1LiveSetEstimate();

    @Test
    void minimumIsFinalAtTheNextCycle() {
        assertThat(minimum.pause(GcCycleKind.CONCURRENT, "Cleanup", 5)).isNaN();
        assertThat(young("Young (Prepare Mixed)", 90)).isNaN();
        assertThat(young("Young (Mixed)", 70)).isNaN();
        assertThat(young("Young (Normal)", 80)).isNaN();
        assertThat(young("Young (Concurrent Start)", 85)).isEqualTo(70);
        assertThat(young("Young (Normal)", 60)).isNaN();
        assertThat(young("Young (Concurrent Start)", 60)).isNaN();
    }

    @Test
    void minimumIsFinalIfTenCollectionsFreeNothingMore() {
        assertThat(young("Mixed", 70)).isNaN();
        for (int i = 0; i < 9; i++) {
            assertThat(young("Young", 70)).isNaN();
        }
        assertThat(young("Young", 75)).isEqualTo(70);
    }

    @Test
    void withoutMixedCollectionsNothingIsKnown() {
        assertThat(minimum.pause(GcCycleKind.CONCURRENT, "Cleanup", 5)).isNaN();
        for (int i = 0; i < 20; i++) {
            assertThat(young("Young (Normal)", 70)).isNaN();
        }
        assertThat(young("Young (Concurrent Start)", 70)).isNaN();
    }

    @Test
    void fullCollectionEndsTheCycle() {
        assertThat(young("Young (Mixed)", 70)).isNaN();
        assertThat(minimum.pause(GcCycleKind.FULL, "Full", 50)).isNaN();
        assertThat(young("Initial Mark", 80)).isNaN();
    }

    private double young(String name, double afterBytes) {
        return minimum.pause(GcCycleKind.YOUNG, name, afterBytes);
    }
}
