/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.unit.CancelSignal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrunedDominatorTreeTest {
    private final MemoryBudget budget = new MemoryBudget(1 << 20);

    @Test
    void biggestChildrenComeFirstLevelByLevel() throws Exception {
        int[][] tree = {{1, 2, 3}, {}, {4, 5, 6}, {}, {}, {}, {}};
        ArrayGraph graph = new ArrayGraph(new int[] {0}, tree);
        try (DominatorTree dominators = treeOf(graph);
                RetainedBytes sizes = sizesOf(dominators, 1, 20, 2, 3, 30, 5, 6)) {
            PrunedDominatorTree top =
                    PrunedDominatorTree.ofHeap(
                                    new TreeLimits(3, 1, 2, 7),
                                    sizes,
                                    rank -> rank % 2,
                                    List.of(),
                                    budget)
                            .get(0);

            assertThat(top.node()).isZero();
            assertThat(top.retainedBytes()).isEqualTo(67);
            assertThat(top.children())
                    .containsExactly(
                            new PrunedDominatorTree(2, 43, List.of(leaf(4, 30)), List.of()),
                            leaf(1, 20));
        }
    }

    private static PrunedDominatorTree leaf(int node, long bytes) {
        return new PrunedDominatorTree(node, bytes, List.of(), List.of());
    }

    @Test
    void smallObjectsAreGroupedByClassOnEveryLevel() throws Exception {
        int[][] tree = {{1, 2, 3, 4}, {5, 6, 7}, {}, {}, {}, {}, {}, {}};
        ArrayGraph graph = new ArrayGraph(new int[] {0}, tree);
        try (DominatorTree dominators = treeOf(graph);
                RetainedBytes sizes = sizesOf(dominators, 1, 10, 5, 5, 5, 9, 9, 30)) {
            PrunedDominatorTree top =
                    PrunedDominatorTree.ofHeap(
                                    new TreeLimits(2, 1, 5, 10), sizes, _ -> 7, List.of(), budget)
                            .getFirst();

            assertThat(top.others()).containsExactly(new PrunedDominatorTree.Others(7, 3, 15));
            PrunedDominatorTree lowest = top.children().getFirst();
            assertThat(lowest.node()).isEqualTo(1);
            assertThat(lowest.children()).isEmpty();
            assertThat(lowest.others()).containsExactly(new PrunedDominatorTree.Others(7, 3, 48));
        }
    }

    @Test
    void keepsTheBiggestOfRandomNumbers() {
        for (int seed = 0; seed < 1_000; seed++) {
            Random random = new Random(seed);
            long[] numbers = random.longs(random.nextInt(60), 0, 30).toArray();
            int limit = 1 + random.nextInt(40);
            TopValues biggest = new TopValues(limit);
            for (int i = 0; i < numbers.length; i++) {
                biggest.offer(i, numbers[i]);
            }
            int[] expected = sortedByNumber(numbers, limit);
            assertThat(biggest.owners()).as("seed %d", seed).isEqualTo(expected);
        }
    }

    private static int[] sortedByNumber(long[] numbers, int limit) {
        Integer[] owners = new Integer[numbers.length];
        Arrays.setAll(owners, i -> i);
        Arrays.sort(owners, (one, two) -> Long.compare(numbers[two], numbers[one]));
        return Arrays.stream(owners).limit(limit).mapToInt(i -> i).toArray();
    }

    private RetainedBytes sizesOf(DominatorTree tree, long... bytes)
            throws BudgetExceededException {
        RetainedBytes sizes = RetainedBytes.reserve(tree, budget);
        for (int node = 0; node < bytes.length; node++) {
            sizes.add(node, bytes[node]);
        }
        sizes.sumUp();
        return sizes;
    }

    private DominatorTree treeOf(ArrayGraph graph) throws BudgetExceededException {
        return DominatorTrees.of(graph, graph.edgeCount(), budget, new CancelSignal());
    }
}
