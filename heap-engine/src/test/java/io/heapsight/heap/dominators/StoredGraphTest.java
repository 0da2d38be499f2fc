/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.unit.CancelSignal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredGraphTest {
    @Test
    void copiesEqualTheirOriginals() throws Exception {
        MemoryBudget budget = new MemoryBudget(16 << 20);
        for (int threads = 1; threads <= 4; threads++) {
            try (WorkerThreads workers = new WorkerThreads(threads)) {
                for (int seed = 0; seed < 200; seed++) {
                    try (ArrayGraph graph = ArrayGraph.random(new Random(seed), 30);
                            StoredGraph copy =
                                    StoredGraph.of(graph, budget, workers, new CancelSignal())) {
                        assertThat(copy.edgeCount()).isEqualTo(graph.edgeCount());
                        for (int node = 0; node < graph.nodes(); node++) {
                            assertThat(targets(copy, node))
                                    .as("node %d, %d threads, seed %d", node, threads, seed)
                                    .isEqualTo(graph.targets[node]);
                        }
                    }
                }
            }
        }
        assertThat(budget.availableBytes()).isEqualTo(budget.limitBytes());
    }

    @Test
    void leavesRoomForTheDominators() {
        ListGraph list = new ListGraph(500_000, true, false, ArrayGraph.intArray(0));
        long tree = DominatorTree.bytesNeeded(list.nodes(), list.edgeCount());
        MemoryBudget budget = new MemoryBudget(tree + (4 << 20));
        try (WorkerThreads workers = new WorkerThreads(2)) {
            assertThatThrownBy(() -> StoredGraph.of(list, budget, workers, new CancelSignal()))
                    .isInstanceOf(BudgetExceededException.class);
        }
        assertThat(budget.availableBytes()).isEqualTo(budget.limitBytes());
    }

    @Test
    void partsThatExceedMemoryAreInFiles(@TempDir Path work) throws Exception {
        ListGraph list = new ListGraph(500_000, true, false, ArrayGraph.intArray(0));
        long tree = DominatorTree.bytesNeeded(list.nodes(), list.edgeCount());
        MemoryBudget budget = new MemoryBudget(tree + (2 << 20), work);
        try (WorkerThreads workers = new WorkerThreads(2);
                StoredGraph copy = StoredGraph.of(list, budget, workers, new CancelSignal())) {
            assertThat(budget.peakSpilledBytes()).isPositive();
            assertThat(budget.peakBytes()).as("part of it is in memory").isPositive();
            for (int node = 0; node < list.nodes(); node++) {
                if (!Arrays.equals(targets(copy, node), targets(list, node))) {
                    throw new AssertionError("node " + node);
                }
            }
        }
        assertThat(budget.availableBytes()).isEqualTo(budget.limitBytes());
    }

    private static int[] targets(Graph graph, int node) {
        Graph.Edges edges = graph.edges();
        int[] into = new int[3];
        int[] all = {};
        int n;
        do {
            n = edges.read(node, all.length, into);
            int from = all.length;
            all = Arrays.copyOf(all, from + n);
            System.arraycopy(into, 0, all, from, n);
        } while (n == into.length);
        return all;
    }
}
