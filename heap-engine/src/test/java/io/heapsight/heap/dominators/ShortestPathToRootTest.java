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

class ShortestPathToRootTest {
    private final MemoryBudget budget = new MemoryBudget(1 << 20);

    @Test
    void shorterPathIsPreferred() throws Exception {
        int[][] ways = {{1}, {2}, {3}, {}, {3}, {}};
        ArrayGraph graph = new ArrayGraph(new int[] {0, 4}, ways);

        assertThat(find(graph, 10, 3, 4, 5))
                .containsExactly(
                        new ShortestPathToRoot(List.of(3, 4), 0, List.of()),
                        new ShortestPathToRoot(List.of(4), 0, List.of()),
                        new ShortestPathToRoot(List.of(), 0, List.of()));
    }

    @Test
    void longPathIsShortenedInItsMiddle() throws Exception {
        int[][] chain = {{1}, {2}, {3}, {4}, {5}, {6}, {}};
        ArrayGraph graph = new ArrayGraph(new int[] {0}, chain);

        assertThat(find(graph, 3, 6))
                .containsExactly(new ShortestPathToRoot(List.of(6, 5), 4, List.of(0)));
    }

    @Test
    void randomPathsAreEdgesBackToARoot() throws Exception {
        for (int seed = 0; seed < 1_000; seed++) {
            try (ArrayGraph graph = ArrayGraph.random(new Random(seed), 30)) {
                BruteForce oracle = new BruteForce(graph);
                int[] targets = oracle.reachable.stream().toArray();
                List<ShortestPathToRoot> paths = find(graph, graph.nodes(), targets);
                for (int i = 0; i < targets.length; i++) {
                    assertThat(isWay(paths.get(i).nearTarget(), targets[i], graph))
                            .as("from %d, seed %d: %s", targets[i], seed, graph)
                            .isTrue();
                }
            }
        }
        assertThat(budget.availableBytes()).isEqualTo(budget.limitBytes());
    }

    private static boolean isWay(List<Integer> way, int target, ArrayGraph graph) {
        boolean good = way.getFirst() == target && contains(graph.rootNodes, way.getLast());
        for (int i = 0; i + 1 < way.size(); i++) {
            good &= contains(graph.targets[way.get(i + 1)], way.get(i));
        }
        return good;
    }

    private static boolean contains(int[] values, int value) {
        return Arrays.stream(values).anyMatch(each -> each == value);
    }

    private List<ShortestPathToRoot> find(ArrayGraph graph, int longest, int... targets)
            throws BudgetExceededException {
        return ShortestPathToRoot.find(graph, targets, longest, budget, new CancelSignal());
    }
}
