/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapRoomCheckTest {
    private static final double MIB = 1024.0 * 1024;

    @Test
    void nearlyFullHeapIsNotMadeToAllocate() {
        assertThat(HeapRoomCheck.refusal("Tenured Gen", 170 * MIB, 200 * MIB))
                .contains(
                        "Tenured Gen is 85 % full, and a dump needs room for garbage: above 80 % it"
                                + " could end the target");
    }

    @Test
    void heapWithRoomOrWithoutBoundIsNotRefused() {
        assertThat(HeapRoomCheck.refusal("G1 Old Gen", 160 * MIB, 200 * MIB)).isEmpty();
        assertThat(HeapRoomCheck.refusal("G1 Old Gen", 160 * MIB, -1)).isEmpty();
    }
}
