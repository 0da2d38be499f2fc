/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ObservedSizeTest {
    @Test
    void objectsDontOverlap() {
        assertThat(new ObservedSize(1_000, 24, 1).settle(32)).isEqualTo(24);
    }

    @Test
    void gapIsNoSize() {
        assertThat(new ObservedSize(3, 48, 3).settle(32)).isEqualTo(32);
        assertThat(new ObservedSize(1_000, 48, 40).settle(32)).isEqualTo(32);
    }

    @Test
    void injectedFieldIsSeenInAllInstances() {
        assertThat(new ObservedSize(1_000, 40, 990).settle(32)).isEqualTo(40);
    }

    @Test
    void contendedFieldsAreSeenInAFewInstances() {
        assertThat(new ObservedSize(8, 280, 8).settle(24)).isEqualTo(280);
    }

    @Test
    void classObjectBehindAFewInstancesIsNotContended() {
        assertThat(new ObservedSize(5, 232, 5).settle(48)).isEqualTo(48);
    }

    @Test
    void withoutNeighboursTheComputedSizeHolds() {
        assertThat(ObservedSize.NONE.settle(32)).isEqualTo(32);
    }
}
