/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NearestAncestorTest {
    private static final int LONG = 100_000;

    private long steps;

    private int topBelow(int from, int[] dominators, IntPredicate isPlace) {
        int top = 0;
        for (int rank = from; rank != 0 && !isPlace.test(rank); rank = dominators[rank]) {
            top = rank;
        }
        return top;
    }

    @Test
    void answersAreThoseOfAWholeClimb() {
        Random random = new Random(7);
        for (int round = 0; round < 50; round++) {
            int[] dominators = new int[3_000];
            int near = 1 + random.nextInt(200);
            for (int i = 2; i < dominators.length; i++) {
                dominators[i] = i - 1 - random.nextInt(Math.min(near, i - 1));
            }
            int apart = 1 + random.nextInt(5_000);
            IntPredicate isPlace = rank -> rank % apart == 1;
            NearestAncestor places = new NearestAncestor(rank -> dominators[rank], isPlace);

            for (int i = 0; i < 3_000; i++) {
                int from = random.nextInt(dominators.length);
                assertThat(places.topBelow(from)).isEqualTo(topBelow(from, dominators, isPlace));
            }
        }
    }

    /** The mean number of steps, if each element of a chain is asked. */
    private long meanSteps(int stride, boolean upwards) {
        steps = 0;
        NearestAncestor places =
                new NearestAncestor(
                        rank -> {
                            steps++;
                            return rank - stride;
                        },
                        rank -> rank == stride);
        for (int i = 2; i <= LONG; i++) {
            int from = stride * (upwards ? i : LONG + 2 - i);
            assertThat(places.topBelow(from)).isEqualTo(2 * stride);
        }
        return steps / LONG;
    }

    @Test
    void chainIsClimbedOnceWhateverTheOrderAndTheDistanceOfRanks() {
        for (int stride : new int[] {1, 2, 64, 1_000, 4_096}) {
            assertThat(meanSteps(stride, true)).as("up, %d", stride).isLessThan(1_000);
            assertThat(meanSteps(stride, false)).as("down, %d", stride).isLessThan(1_000);
        }
    }

    /** Asks each 1,024th element of a chain of 32 million. */
    private void climbEach1024th(boolean upwards) {
        int length = 1 << 25;
        NearestAncestor places =
                new NearestAncestor(
                        rank -> {
                            steps++;
                            if (steps > 10L * length) {
                                throw new AssertionError("climbed again and again");
                            }
                            return rank - 1;
                        },
                        rank -> rank == 1);
        for (int i = 1_024; i < length; i += 1_024) {
            assertThat(places.topBelow(upwards ? i : length - i)).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void longestChainIsClimbedFewTimesWithLittleMemory(boolean upwards) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        climbEach1024th(upwards);

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(24L << 20);
    }
}
