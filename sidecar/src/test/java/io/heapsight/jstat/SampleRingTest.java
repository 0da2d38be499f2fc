/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class SampleRingTest {
    @Test
    void keepsTheLastRowsOldestFirst() {
        SampleRing ring = new SampleRing(2, 130);
        Deque<Integer> expected = new ArrayDeque<>();
        for (int i = 0; i < 500; i++) {
            ring.add(i, new double[] {i, 2 * i});
            expected.addLast(i);
            if (expected.size() > 130) {
                expected.removeFirst();
            }
            assertThat(ring.size()).isEqualTo(expected.size());
            assertThat(ring.epochMillis(0)).isEqualTo((long) expected.getFirst());
            assertThat(ring.row(0))
                    .containsExactly((double) expected.getFirst(), 2.0 * expected.getFirst());
            assertThat(ring.row(ring.size() - 1)).containsExactly(i, 2 * i);
        }
    }

    @Test
    void rowOutsideIsRefused() {
        SampleRing ring = new SampleRing(1, 3);

        assertThatThrownBy(() -> ring.row(0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ring.add(0, new double[2]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
