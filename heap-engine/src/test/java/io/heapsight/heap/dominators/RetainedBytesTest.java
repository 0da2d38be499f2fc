/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.unit.CancelSignal;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetainedBytesTest {
    private static final int RANDOM_GRAPHS = 1_000;
    private static final int CLASSES = 3;

    private final MemoryBudget budget = new MemoryBudget(1 << 20);

    @Test
    void randomNodesRetainWhatIsUnreachableWithoutThem() throws Exception {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            try (ArrayGraph graph = ArrayGraph.random(new Random(seed), 30);
                    DominatorTree tree = treeOf(graph);
                    RetainedBytes sizes = sizesOf(tree, graph)) {
                BruteForce oracle = new BruteForce(graph);
                long all = oracle.reachable.stream().mapToLong(RetainedBytesTest::shallow).sum();
                assertThat(sizes.bytes(DominatorTree.ROOT)).as("seed %d", seed).isEqualTo(all);
                for (int node = 0; node < graph.nodes(); node++) {
                    long expected =
                            oracle.dominated[node].stream()
                                    .mapToLong(RetainedBytesTest::shallow)
                                    .sum();
                    if (sizes.bytes(node) != expected) {
                        assertThat(sizes.bytes(node))
                                .as("node %d, seed %d: %s", node, seed, graph)
                                .isEqualTo(expected);
                    }
                }
            }
        }
    }

    @Test
    void randomGraphsCountNothingTwiceForAClass() throws Exception {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            try (ArrayGraph graph = ArrayGraph.random(new Random(seed), 30);
                    DominatorTree tree = treeOf(graph);
                    RetainedBytes sizes = sizesOf(tree, graph);
                    IntArray classes =
                            IntArray.reserveOrSpill(budget, tree.reachable() + 1L, "classes")) {
                for (int rank = 1; rank <= tree.reachable(); rank++) {
                    classes.set(rank, classOf(tree.node(rank)));
                }
                long[] byClass =
                        RetainedByClass.of(
                                sizes, classes, new int[CLASSES], budget, new CancelSignal());

                assertThat(byClass)
                        .as("seed %d: %s", seed, graph)
                        .isEqualTo(expectedByClass(new BruteForce(graph), graph.nodes()));
            }
        }
        assertThat(budget.availableBytes()).isEqualTo(budget.limitBytes());
    }

    private static long[] expectedByClass(BruteForce oracle, int nodes) {
        long[] sums = new long[CLASSES];
        for (int ofClass = 0; ofClass < CLASSES; ofClass++) {
            for (int node = 0; node < nodes; node++) {
                for (int above = 0; above < nodes; above++) {
                    // A node counts once for its class, however many of that class are above it.
                    if (classOf(above) == ofClass && oracle.dominated[above].get(node)) {
                        sums[ofClass] += shallow(node);
                        break;
                    }
                }
            }
        }
        return sums;
    }

    @Test
    void bytesOutsideTheTreeCountToTheirNode() throws Exception {
        int[][] chain = {{1}, {}};
        try (DominatorTree tree = treeOf(new ArrayGraph(new int[] {0}, chain));
                RetainedBytes sizes = RetainedBytes.reserve(tree, budget)) {
            sizes.add(0, 16);
            sizes.add(1, 24);
            sizes.add(1, 1L << 35);
            sizes.add(DominatorTree.ROOT, 8);
            sizes.sumUp();

            assertThat(sizes.bytes(1)).isEqualTo(24 + (1L << 35));
            assertThat(sizes.bytes(0)).isEqualTo(40 + (1L << 35));
            assertThat(sizes.bytes(DominatorTree.ROOT)).isEqualTo(48 + (1L << 35));
        }
    }

    @Test
    void refusesSizesThatItCannotCount() throws Exception {
        int[][] apart = {{}, {}};
        try (DominatorTree tree = treeOf(new ArrayGraph(new int[] {0}, apart));
                RetainedBytes sizes = RetainedBytes.reserve(tree, budget)) {
            sizes.add(0, (1L << 40) - 1);

            assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> sizes.add(0, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> sizes.add(1, 8));
            sizes.sumUp();
            assertThatIllegalStateException().isThrownBy(sizes::sumUp);
        }
    }

    static long shallow(int node) {
        return 16 + 8L * (node * 7 % 5);
    }

    private static int classOf(int node) {
        return node * 11 % 7 % CLASSES;
    }

    private RetainedBytes sizesOf(DominatorTree tree, ArrayGraph graph)
            throws BudgetExceededException {
        RetainedBytes sizes = RetainedBytes.reserve(tree, budget);
        for (int node = 0; node < graph.nodes(); node++) {
            if (tree.rank(node) != 0) {
                sizes.add(node, shallow(node));
            }
        }
        sizes.sumUp();
        return sizes;
    }

    private DominatorTree treeOf(ArrayGraph graph) throws BudgetExceededException {
        return DominatorTrees.of(graph, graph.edgeCount(), budget, new CancelSignal());
    }
}
