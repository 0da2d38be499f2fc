/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.unit.CancelSignal;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommonDominatorsTest {
    private static final int NODES = 400;

    private final MemoryBudget budget = new MemoryBudget(16 << 20);

    @Test
    void equalsTheTreeInAnyOrderOfRanks() throws Exception {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            try (ArrayGraph graph = chainsWithBranches(random);
                    DominatorTree tree =
                            DominatorTrees.of(
                                    graph, graph.edgeCount(), budget, new CancelSignal())) {
                CommonDominators chain = new CommonDominators(tree);
                int reachable = tree.reachable();
                for (int i = 0; i < 5 * NODES; i++) {
                    int rank = 1 + rank(i, seed, random, reachable);
                    int other = 1 + random.nextInt(random.nextBoolean() ? rank : reachable);
                    assertThat(chain.commonAncestor(rank, other))
                            .as("%d and %d, seed %d", rank, other, seed)
                            .isEqualTo(tree.commonAncestor(rank, other));
                }
            }
        }
    }

    /** Ascending, descending or random. */
    private static int rank(int step, int seed, Random random, int reachable) {
        return switch (seed % 3) {
            case 0 -> step % reachable;
            case 1 -> reachable - 1 - step % reachable;
            default -> random.nextInt(reachable);
        };
    }

    /** A chain with some nodes attached elsewhere; some are shared. */
    private static ArrayGraph chainsWithBranches(Random random) {
        int[][] targets = new int[NODES][0];
        int rarely = 2 + random.nextInt(100);
        for (int node = 1; node < NODES; node++) {
            int from = random.nextInt(rarely) == 0 ? random.nextInt(node) : node - 1;
            add(targets, from, node);
            if (random.nextInt(rarely) == 0) {
                add(targets, random.nextInt(NODES), node);
            }
        }
        return new ArrayGraph(new int[] {0}, targets);
    }

    private static void add(int[][] targets, int from, int to) {
        targets[from] = Arrays.copyOf(targets[from], targets[from].length + 1);
        targets[from][targets[from].length - 1] = to;
    }
}
