/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DominanceCheckTest {
    @Test
    void objectsFarDownAChainAreBelowItsFirst() {
        int[] ranks = {250_000, 7, 900_000, 899_999};

        assertThat(DominanceCheck.tops(ranks, rank -> rank - 1)).containsExactly(7);
    }

    @Test
    void topsAreThoseThatNoOtherDominates() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            int[] dominators = new int[2_000];
            int near = 1 + random.nextInt(400);
            for (int i = 2; i < dominators.length; i++) {
                dominators[i] = i - 1 - random.nextInt(Math.min(near, i - 1));
            }
            int[] ranks =
                    random.ints(1 + random.nextInt(100), 1, dominators.length).sorted().toArray();

            assertThat(DominanceCheck.tops(ranks, rank -> dominators[rank]))
                    .containsExactly(
                            Arrays.stream(ranks)
                                    .distinct()
                                    .filter(rank -> !isBelowAny(rank, ranks, dominators))
                                    .toArray());
        }
    }

    private static boolean isBelowAny(int of, int[] ranks, int[] dominators) {
        for (int rank = dominators[of]; rank != 0; rank = dominators[rank]) {
            if (Arrays.binarySearch(ranks, rank) >= 0) {
                return true;
            }
        }
        return false;
    }
}
