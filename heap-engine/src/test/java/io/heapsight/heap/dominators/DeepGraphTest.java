/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.unit.CancelSignal;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Lists of a million links, or of {@code -Ddeep.links}. A quadratic step would take hours, a
 * recursive one would overflow the stack.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DeepGraphTest {
    private static final int LINKS = Integer.getInteger("deep.links", 1_000_000);
    private static final long LINK_BYTES = 24;
    private static final long VALUE_BYTES = 16;

    private final MemoryBudget budget = new MemoryBudget(200L * LINKS);

    @Test
    void eachLinkIsDominatedByTheOneBefore() throws Exception {
        ListGraph list = new ListGraph(LINKS, false, false, ArrayGraph.intArray(0));
        try (DominatorTree tree = treeOf(list)) {
            assertListIsChain(list, tree);
            assertThat(tree.immediateDominator(list.value(LINKS - 1))).isEqualTo(LINKS - 1);
            assertThat(tree.depth(tree.rank(LINKS - 1))).isEqualTo(LINKS);
        }
    }

    @Test
    void sharedValuesBelongToTheRoot() throws Exception {
        int sharer = 2 * LINKS;
        ListGraph list = new ListGraph(LINKS, false, true, ArrayGraph.intArray(0, sharer));
        try (DominatorTree tree = treeOf(list)) {
            assertListIsChain(list, tree);
            for (int link = 0; link < LINKS; link++) {
                if (tree.immediateDominator(list.value(link)) != DominatorTree.ROOT) {
                    throw new AssertionError("value " + link);
                }
            }
        }
    }

    @Test
    void linksBackToTheHeadChangeNothing() throws Exception {
        ListGraph list = new ListGraph(LINKS, true, false, ArrayGraph.intArray(0));
        try (DominatorTree tree = treeOf(list)) {
            assertListIsChain(list, tree);
        }
    }

    @Test
    void listWithTwoEndsBelongsToNoLink() throws Exception {
        ListGraph list = new ListGraph(LINKS, true, false, ArrayGraph.intArray(0, LINKS - 1));
        try (DominatorTree tree = treeOf(list)) {
            for (int link = 0; link < LINKS; link++) {
                if (tree.immediateDominator(link) != DominatorTree.ROOT) {
                    throw new AssertionError("link " + link);
                }
            }
        }
    }

    @Test
    void commonAncestorOfTwoLinksIsTheEarlierOne() throws Exception {
        ListGraph list = new ListGraph(LINKS, false, false, ArrayGraph.intArray(0));
        try (DominatorTree tree = treeOf(list)) {
            Random random = new Random(1);
            for (int i = 0; i < 200_000; i++) {
                int one = random.nextInt(LINKS);
                int two = random.nextInt(LINKS);
                if (DominatorTrees.nearestCommonAncestor(tree, list.value(one), list.value(two))
                        != (one == two ? list.value(one) : Math.min(one, two))) {
                    throw new AssertionError("of the values of " + one + " and " + two);
                }
            }
        }
    }

    @Test
    void headRetainsTheList() throws Exception {
        ListGraph list = new ListGraph(LINKS, false, false, ArrayGraph.intArray(0));
        try (DominatorTree tree = treeOf(list);
                RetainedBytes sizes = RetainedBytes.reserve(tree, budget);
                IntArray classes =
                        IntArray.reserveOrSpill(budget, tree.reachable() + 1L, "classes")) {
            for (int link = 0; link < LINKS; link++) {
                sizes.add(link, LINK_BYTES);
                sizes.add(list.value(link), VALUE_BYTES);
                classes.set(tree.rank(list.value(link)), 1);
            }
            sizes.sumUp();
            int[] longest = new int[2];
            long[] byClass =
                    RetainedByClass.of(sizes, classes, longest, budget, new CancelSignal());

            assertThat(sizes.bytes(0)).isEqualTo(LINKS * (LINK_BYTES + VALUE_BYTES));
            assertThat(sizes.bytes(LINKS / 2))
                    .isEqualTo((LINKS - LINKS / 2) * (LINK_BYTES + VALUE_BYTES));
            assertThat(byClass)
                    .containsExactly(LINKS * (LINK_BYTES + VALUE_BYTES), LINKS * VALUE_BYTES);
            assertThat(longest).as("chains of objects").containsExactly(LINKS, 0);
        }
    }

    @Test
    void longPathIsShownByItsEnds() throws Exception {
        ListGraph list = new ListGraph(LINKS, false, false, ArrayGraph.intArray(0));
        ShortestPathToRoot path =
                ShortestPathToRoot.find(list, new int[] {LINKS - 1}, 4, budget, new CancelSignal())
                        .getFirst();

        assertThat(path.nearTarget()).containsExactly(LINKS - 1, LINKS - 2);
        assertThat(path.omitted()).isEqualTo(LINKS - 4);
        assertThat(path.nearRoot()).containsExactly(1, 0);
    }

    private static void assertListIsChain(ListGraph list, DominatorTree tree) {
        for (int link = 0; link < list.links(); link++) {
            int expected = link == 0 ? DominatorTree.ROOT : link - 1;
            if (tree.immediateDominator(link) != expected) {
                throw new AssertionError(
                        "dominator of " + link + ": " + tree.immediateDominator(link));
            }
        }
    }

    private DominatorTree treeOf(ListGraph list) throws BudgetExceededException {
        return DominatorTrees.of(list, list.edgeCount(), budget, new CancelSignal());
    }
}
