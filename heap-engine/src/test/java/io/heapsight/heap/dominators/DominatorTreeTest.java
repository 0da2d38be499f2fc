/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.unit.CancelSignal;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DominatorTreeTest {
    private static final int GRAPHS_IN_FILES = 1_000;

    private static final int RANDOM_GRAPHS = 1_000;

    private final MemoryBudget budget = new MemoryBudget(256 << 20);

    @Test
    void dominatorOfDiamondIsItsTop() throws Exception {
        int[][] diamond = {{1, 2}, {3}, {3}, {}};
        try (DominatorTree tree = treeOf(new ArrayGraph(new int[] {0}, diamond))) {
            assertThat(tree.immediateDominator(0)).isEqualTo(DominatorTree.ROOT);
            assertThat(tree.immediateDominator(1)).isZero();
            assertThat(tree.immediateDominator(3)).isZero();
            assertThat(DominatorTrees.nearestCommonAncestor(tree, 1, 3)).isZero();
        }
    }

    @Test
    void rootIsDominatedByNothingWhateverRefersToIt() throws Exception {
        int[][] cycle = {{1}, {2}, {0, 3}, {1}};
        try (DominatorTree tree = treeOf(new ArrayGraph(new int[] {0, 2}, cycle))) {
            assertThat(tree.immediateDominator(2)).isEqualTo(DominatorTree.ROOT);
            assertThat(tree.immediateDominator(1)).isEqualTo(DominatorTree.ROOT);
            assertThat(tree.immediateDominator(3)).isEqualTo(2);
        }
    }

    @Test
    void unreachableNodeHasNoDominator() throws Exception {
        int[][] apart = {{}, {0, 1}};
        try (DominatorTree tree = treeOf(new ArrayGraph(new int[] {0}, apart))) {
            assertThat(tree.reachable()).isEqualTo(1);
            assertThat(tree.immediateDominator(1)).isEqualTo(DominatorTree.NONE);
            assertThat(tree.immediateDominator(0)).isEqualTo(DominatorTree.ROOT);
        }
    }

    @Test
    void emptyGraphHasAnEmptyTree() throws Exception {
        try (DominatorTree tree = treeOf(new ArrayGraph(new int[0]))) {
            assertThat(tree.reachable()).isZero();
            assertThat(tree.node(0)).isEqualTo(DominatorTree.ROOT);
        }
    }

    @Test
    void randomGraphsHaveTheDominatorsOfTheDefinition() throws Exception {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            int mostNodes = seed % 20 == 0 ? 300 : 30;
            try (ArrayGraph graph = ArrayGraph.random(new Random(seed), mostNodes);
                    DominatorTree tree = treeOf(graph)) {
                BruteForce oracle = new BruteForce(graph);
                String context = "seed " + seed + ": " + graph;
                assertThat(tree.reachable()).as(context).isEqualTo(oracle.reachable.cardinality());
                for (int node = 0; node < graph.nodes(); node++) {
                    if (tree.immediateDominator(node) != oracle.immediateDominator(node)) {
                        assertThat(tree.immediateDominator(node))
                                .as("dominator of %d, %s", node, context)
                                .isEqualTo(oracle.immediateDominator(node));
                    }
                }
            }
        }
    }

    @Test
    void dominatorsRankBeforeDominatedNodes() throws Exception {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            try (ArrayGraph graph = ArrayGraph.random(new Random(seed), 200);
                    DominatorTree tree = treeOf(graph)) {
                for (int rank = 1; rank <= tree.reachable(); rank++) {
                    int dominator = tree.dominatorRank(rank);
                    if (dominator >= rank
                            || tree.depth(rank) != tree.depth(dominator) + 1
                            || tree.rank(tree.node(rank)) != rank) {
                        throw new AssertionError("seed " + seed + ", rank " + rank + ": " + graph);
                    }
                }
            }
        }
    }

    @Test
    void commonAncestorsOfRandomNodesAreThoseOfTheDefinition() throws Exception {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            Random random = new Random(seed);
            try (ArrayGraph graph = ArrayGraph.random(random, 30);
                    DominatorTree tree = treeOf(graph)) {
                BruteForce oracle = new BruteForce(graph);
                for (int i = 0; i < 30; i++) {
                    int node = random.nextInt(graph.nodes());
                    int other = random.nextInt(graph.nodes());
                    int found = DominatorTrees.nearestCommonAncestor(tree, node, other);
                    if (found != oracle.nearestCommonAncestor(node, other)) {
                        assertThat(found)
                                .as("of %d and %d, seed %d: %s", node, other, seed, graph)
                                .isEqualTo(oracle.nearestCommonAncestor(node, other));
                    }
                }
            }
        }
    }

    @Test
    void allocatesTheAnnouncedMemoryAndReleasesIt() throws Exception {
        try (ArrayGraph graph = ArrayGraph.random(new Random(7), 1_000)) {
            MemoryBudget exact =
                    new MemoryBudget(
                            DominatorTree.bytesNeeded(graph.nodes(), graph.edgeCount()) + 2 * 8);
            try (DominatorTree tree = treeOf(graph, exact)) {
                assertThat(exact.limitBytes() - exact.availableBytes())
                        .isBetween(20L * tree.reachable(), 20L * (graph.nodes() + 2));
            }
            assertThat(exact.availableBytes()).isEqualTo(exact.limitBytes());
        }
    }

    @Test
    void announcesMemoryNeedBeforeReading() {
        int[][] chain = {{1}, {2}, {}};
        ArrayGraph graph = new ArrayGraph(new int[] {0}, chain);
        MemoryBudget small = new MemoryBudget(80);

        assertThatThrownBy(() -> treeOf(graph, small))
                .isInstanceOf(BudgetExceededException.class)
                .hasMessage("needs 88 B of 80 B for the dominator tree");
        assertThat(small.peakBytes()).isZero();
    }

    @Test
    void resultIsTheSameInFiles(@TempDir Path work) throws Exception {
        try (ArrayGraph graph = ArrayGraph.random(new Random(11), 1_000);
                MemoryBudget onDisk = new MemoryBudget(0, work);
                DominatorTree spilled = treeOf(graph, onDisk);
                DominatorTree tree = treeOf(graph)) {
            for (int node = 0; node < graph.nodes(); node++) {
                assertThat(spilled.immediateDominator(node))
                        .isEqualTo(tree.immediateDominator(node));
            }
            assertThat(onDisk.peakSpilledBytes()).isPositive();
        }
    }

    @Test
    void anyBlockSizeGivesTheDominatorsOfTheDefinition(@TempDir Path work) throws Exception {
        for (int seed = 0; seed < GRAPHS_IN_FILES; seed++) {
            Random random = new Random(seed);
            try (ArrayGraph graph = ArrayGraph.random(random, seed % 20 == 0 ? 300 : 40);
                    MemoryBudget onDisk = new MemoryBudget(0, work);
                    DominatorTreeBuilder builder =
                            DominatorTreeBuilder.reserve(
                                            graph, graph.edgeCount(), onDisk, new CancelSignal())
                                    .withBlocksOf(1 + random.nextInt(20))) {
                builder.build();
                BruteForce oracle = new BruteForce(graph);
                try (DominatorTree tree = builder.tree()) {
                    for (int node = 0; node < graph.nodes(); node++) {
                        if (tree.immediateDominator(node) != oracle.immediateDominator(node)) {
                            assertThat(tree.immediateDominator(node))
                                    .as("dominator of %d, seed %d: %s", node, seed, graph)
                                    .isEqualTo(oracle.immediateDominator(node));
                        }
                    }
                }
            }
        }
    }

    /** Compares several blocks of several chunks with the algorithm in memory. */
    @Test
    void dominatorsInBlocksEqualThoseInMemory(@TempDir Path work) throws Exception {
        for (int seed = 0; seed < 4; seed++) {
            try (ArrayGraph graph = chainsWithEdgesFromFar(new Random(seed), 60_000);
                    MemoryBudget onDisk = new MemoryBudget(0, work);
                    DominatorTreeBuilder builder =
                            DominatorTreeBuilder.reserve(
                                            graph, graph.edgeCount(), onDisk, new CancelSignal())
                                    .withBlocksOf(9_000);
                    DominatorTree tree = treeOf(graph)) {
                builder.build();
                try (DominatorTree inBlocks = builder.tree()) {
                    assertThat(inBlocks.reachable()).isGreaterThan(50_000);
                    for (int node = 0; node < graph.nodes(); node++) {
                        int expected = tree.immediateDominator(node);
                        if (inBlocks.immediateDominator(node) != expected) {
                            assertThat(inBlocks.immediateDominator(node))
                                    .as("dominator of %d, seed %d", node, seed)
                                    .isEqualTo(expected);
                        }
                    }
                }
            }
        }
    }

    @Test
    void eachPassOverTheNodesIsReported(@TempDir Path work) throws Exception {
        int nodes = 400_000;
        for (long bytes : new long[] {1L << 30, 0}) {
            try (ArrayGraph graph = chainsWithEdgesFromFar(new Random(5), nodes);
                    MemoryBudget memory = new MemoryBudget(bytes, work);
                    DominatorTreeBuilder builder =
                            DominatorTreeBuilder.reserve(
                                    graph, graph.edgeCount(), memory, new CancelSignal())) {
                AtomicLong reported = new AtomicLong();
                builder.reportTo(reported::addAndGet);
                builder.build();
                builder.tree().close();
                assertThat(reported.get())
                        .isBetween(
                                (long) (0.9 * DominatorTreeBuilder.PASSES * nodes),
                                (long) DominatorTreeBuilder.PASSES * nodes);
            }
        }
    }

    @Test
    void cancelledWorkReleasesItsMemory() {
        CancelSignal cancel = new CancelSignal();
        cancel.cancel();
        ArrayGraph graph = new ArrayGraph(new int[] {0}, new int[] {0});

        assertThatThrownBy(() -> DominatorTrees.of(graph, 1, budget, cancel))
                .isInstanceOf(CancellationException.class);
        assertThat(budget.availableBytes()).isEqualTo(budget.limitBytes());
    }

    /** Most nodes lead to the next one; one in ten to a node at any distance. */
    private static ArrayGraph chainsWithEdgesFromFar(Random random, int nodes) {
        int[][] targets = new int[nodes][];
        for (int node = 0; node < nodes; node++) {
            int next = Math.min(node + 1, nodes - 1);
            int near = Math.min(node + 1 + random.nextInt(20), nodes - 1);
            targets[node] =
                    random.nextInt(10) == 0
                            ? new int[] {next, near, random.nextInt(nodes)}
                            : new int[] {next, near};
        }
        return new ArrayGraph(new int[] {0, nodes / 2, nodes / 3}, targets);
    }

    private DominatorTree treeOf(ArrayGraph graph) throws BudgetExceededException {
        return treeOf(graph, budget);
    }

    private static DominatorTree treeOf(ArrayGraph graph, MemoryBudget memory)
            throws BudgetExceededException {
        return DominatorTrees.of(graph, graph.edgeCount(), memory, new CancelSignal());
    }
}
