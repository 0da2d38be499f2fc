/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The oracle itself, on graphs with known dominators, and properties of random heaps. */
class RandomHeapTest {
    private static final long A = 8;
    private static final long B = 16;
    private static final long C = 24;
    private static final long D = 32;

    @Test
    void dominatorOfDiamondIsItsTop() {
        HeapTruth truth = graph(A, B, C, D);
        truth.addRoot(A);
        truth.addEdge(A, B);
        truth.addEdge(A, C);
        truth.addEdge(B, D);
        truth.addEdge(C, D);

        assertThat(truth.dominators()).isEqualTo(Map.of(A, HeapTruth.ROOT, B, A, C, A, D, A));
    }

    @Test
    void objectHeldByTwoRootsHasNoDominator() {
        HeapTruth truth = graph(A, B, C, D);
        truth.addRoot(A);
        truth.addRoot(B);
        truth.addEdge(A, C);
        truth.addEdge(B, C);
        truth.addEdge(C, A);

        assertThat(truth.dominators())
                .isEqualTo(Map.of(A, HeapTruth.ROOT, B, HeapTruth.ROOT, C, HeapTruth.ROOT));
        assertThat(truth.reachable()).doesNotContain(D);
    }

    @Test
    void sameSeedMakesTheSameDump() {
        assertThat(new RandomHeap(42, 100).dump().bytes())
                .isEqualTo(new RandomHeap(42, 100).dump().bytes())
                .isNotEqualTo(new RandomHeap(43, 100).dump().bytes());
    }

    @Test
    void heapsArePartlyReachable() {
        long reachable = 0;
        long all = 0;
        for (int seed = 0; seed < 100; seed++) {
            HeapTruth truth = new RandomHeap(seed, 100).truth();
            reachable += truth.reachable().size();
            all += truth.objects().size();
        }
        assertThat((double) reachable / all).isBetween(0.3, 0.8);
    }

    private static HeapTruth graph(long... nodes) {
        HeapTruth truth = new HeapTruth();
        for (long node : nodes) {
            truth.addObject(node);
        }
        return truth;
    }
}
