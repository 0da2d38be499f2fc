/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.LeakSuspects.SuspectClass;
import io.heapsight.heap.LeakSuspects.SuspectObject;
import io.heapsight.unit.CancelSignal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LeakSuspectsTest {
    private final MemoryBudget budget = new MemoryBudget(1 << 20);

    @Test
    void singleObjectIsSuspectAndItsBytesGatherWhereNoChildKeepsMost() throws Exception {
        // A cache, its table, and three entries of 100 bytes each; beside it one of 30.
        int[][] cache = {{1}, {2, 3, 4}, {}, {}, {}, {}};
        ArrayGraph graph = new ArrayGraph(new int[] {0, 5}, cache);
        LeakSuspects suspects = find(graph, 10, 10, 100, 100, 100, 30);

        assertThat(suspects.objects()).containsExactly(new SuspectObject(0, 320, 1, 310));
        assertThat(suspects.classes()).isEmpty();
    }

    @Test
    void exactlyATenthIsNotSuspect() throws Exception {
        int[][] apart = {{}, {}};
        ArrayGraph graph = new ArrayGraph(new int[] {0, 1}, apart);

        assertThat(find(graph, 90, 10).objects()).containsExactly(new SuspectObject(0, 90, 0, 90));
    }

    @Test
    void smallObjectsOfOneClassAreSuspectTogether() throws Exception {
        int[][] apart = new int[23][0];
        long[] bytes = new long[23];
        Arrays.fill(bytes, 10);
        bytes[4] = 11;
        bytes[2] = 1000;
        int[] roots = new int[23];
        Arrays.setAll(roots, i -> i);
        LeakSuspects suspects = find(new ArrayGraph(roots, apart), bytes);

        assertThat(suspects.objects()).containsExactly(new SuspectObject(2, 1000, 2, 1000));
        assertThat(suspects.classes()).isEmpty();

        bytes[2] = 10;
        assertThat(find(new ArrayGraph(roots, apart), bytes).classes())
                .containsExactly(new SuspectClass(0, 12, 121, 4), new SuspectClass(1, 11, 110, 1));
    }

    @Test
    void bytesGatherAThousandStepsDownAtMost() throws Exception {
        assertThat(find(list(1_000), bytesOfList(1_000)).objects())
                .containsExactly(new SuspectObject(0, 10_999, 999, 10_000));
        assertThat(find(list(1_001), bytesOfList(1_001)).objects())
                .containsExactly(new SuspectObject(0, 11_000, 0, 11_000));
    }

    private static ArrayGraph list(int nodes) {
        int[][] targets = new int[nodes][];
        Arrays.setAll(targets, i -> i + 1 < nodes ? new int[] {i + 1} : new int[0]);
        return new ArrayGraph(new int[] {0}, targets);
    }

    /** A byte for each but the last. */
    private static long[] bytesOfList(int nodes) {
        long[] bytes = new long[nodes];
        Arrays.fill(bytes, 1);
        bytes[nodes - 1] = 10_000;
        return bytes;
    }

    @Test
    void biggestChildrenComeFirstLevelByLevel() throws Exception {
        int[][] tree = {{1, 2, 3}, {}, {4, 5, 6}, {}, {}, {}, {}};
        ArrayGraph graph = new ArrayGraph(new int[] {0}, tree);
        try (DominatorTree dominators = treeOf(graph);
                RetainedBytes sizes = sizesOf(dominators, 1, 20, 2, 3, 30, 5, 6)) {
            BiggestNode top =
                    BiggestNode.ofHeap(new TreeCut(3, 1, 2, 7), sizes, List.of(), budget).get(0);

            assertThat(top.node()).isZero();
            assertThat(top.retainedBytes()).isEqualTo(67);
            assertThat(top.children())
                    .containsExactly(
                            new BiggestNode(2, 43, List.of(new BiggestNode(4, 30, List.of()))),
                            new BiggestNode(1, 20, List.of()));
        }
    }

    @Test
    void keepsTheBiggestOfRandomNumbers() {
        for (int seed = 0; seed < 1_000; seed++) {
            Random random = new Random(seed);
            long[] numbers = random.longs(random.nextInt(60), 0, 30).toArray();
            int limit = 1 + random.nextInt(40);
            Biggest biggest = new Biggest(limit);
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

    private LeakSuspects find(ArrayGraph graph, long... bytes) throws BudgetExceededException {
        try (DominatorTree tree = treeOf(graph);
                RetainedBytes sizes = sizesOf(tree, bytes)) {
            return LeakSuspects.find(sizes, node -> node % 2, 2, List.of());
        }
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
        return DominatorTree.of(graph, graph.edgeCount(), budget, new CancelSignal());
    }
}
