/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.CloseOnFailure;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.IntPair;
import io.heapsight.heap.memory.LongArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.unit.CancelSignal;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Computes a dominator tree with the Semi-NCA algorithm (Georgiadis, "Linear-Time Algorithms for
 * Dominators and Related Problems", 2005), O((nodes + edges) log nodes), without recursion.
 *
 * <p>A rank is a node's number in depth-first order; 0 is the virtual root. Successive passes reuse
 * the same arrays. {@link SemidominatorsInMemory} contains list, fill and semidominate; {@link
 * SemidominatorsInFiles} replaces it if the arrays are in files:
 *
 * <pre>
 *          entry    bytes  number                list              fill     semidominate     dominate
 * pairs    by node  8      0 | first referrer
 *                          rank | late edges     rank | end of its list
 *          by rank                                                          ancestor | label jump | depth
 * nodes    by rank  4      node                  node | has a list
 * parents  by rank  4      parent                                                            dominator
 * spare    by rank  4      stack, first referrer                            semidominator    (by node) rank
 * edges    by edge  4      stack                 ranks of the sources of a list's edges
 * </pre>
 *
 * <p>Only late edges are in the lists: edges with a source that ranks after their target. Of all
 * other edges, only the first referrer counts: it ranks before the rest, so it is the least
 * semidominator that they allow. Edges to nodes with an edge from the virtual root are ignored:
 * they don't change dominators, because that edge bypasses them.
 *
 * <p>Jump pointers bound the last pass, which is quadratic in the published Semi-NCA. A list of n
 * nodes that shares its values with another structure would take n walks up the list.
 */
public final class DominatorTreeBuilder implements AutoCloseable {
    /** A value in a node's pair: edges to the node are ignored. */
    static final long LEFT_OUT = Long.MIN_VALUE;

    /**
     * Passes over all nodes that report progress: one to number them, two for semidominators, one
     * for dominators.
     */
    public static final int PASSES = 4;

    private static final int CHUNK = 1024;

    /** Minimum number of a node's edges to sort them. */
    private static final int MANY_EDGES = 4 * CHUNK;

    private final Graph graph;
    private final MemoryBudget budget;
    private final MemorySegment memory;
    private final DominatorTreeArrays arrays;
    private final LongArray pairs;
    private final IntArray nodes;
    private final IntArray parents;
    private final IntArray spare;
    private final IntArray edges;
    private final int count;
    private final Graph.Edges reader;
    private final int[] targets = new int[CHUNK];

    /** The highest rank so far. */
    private int reached;

    /** The height of the stack, later the end of the lists. */
    private long top;

    private boolean edgesAreReleased;
    private int blockRanks = SemidominatorsInFiles.RANKS;
    private CancelPoints checkpoints;
    private @Nullable DominatorTree tree;

    private DominatorTreeBuilder(
            Graph graph,
            MemoryBudget budget,
            MemorySegment memory,
            IntArray edges,
            CancelSignal cancel) {
        this.graph = graph;
        this.budget = budget;
        this.memory = memory;
        this.arrays = DominatorTreeArrays.over(memory);
        this.edges = edges;
        checkpoints = new CancelPoints(budget, cancel, _ -> {});
        pairs = arrays.pairs();
        nodes = arrays.nodes();
        parents = arrays.parents();
        spare = arrays.spare();
        count = graph.nodes();
        reader = graph.edges();
    }

    /**
     * Reserves {@link DominatorTree#bytesNeeded} of memory, or of the budget's files if memory does
     * not suffice. {@link #close} releases all of it except the tree's. The graph's edges are read
     * twice, once in depth-first order and once in the order of nodes.
     *
     * @param edges an upper bound of the number of edges of reachable nodes; below 2^32
     * @throws BudgetExceededException before anything was read
     */
    public static DominatorTreeBuilder reserve(
            Graph graph, long edges, MemoryBudget budget, CancelSignal cancel)
            throws BudgetExceededException {
        if (edges < 0 || edges >= 1L << Integer.SIZE) {
            throw new IllegalArgumentException("number of edges: " + edges);
        }
        long needed = DominatorTree.bytesNeeded(graph.nodes(), edges);
        if (needed > budget.availableBytes() && !budget.canSpill()) {
            throw new BudgetExceededException(
                    "the dominator tree", needed, budget.availableBytes());
        }
        MemorySegment memory =
                budget.reserveOrSpill(
                        DominatorTreeArrays.bytesNeeded(graph.nodes()), "the dominator tree");
        try (CloseOnFailure opened = new CloseOnFailure()) {
            opened.add(() -> budget.release(memory));
            IntArray lists = IntArray.reserveOrSpill(budget, edges, "the edges of dominators");
            opened.keep();
            return new DominatorTreeBuilder(graph, budget, memory, lists, cancel);
        }
    }

    /**
     * Reports the progress of {@link #build}.
     *
     * @param progress receives numbers of nodes: each node once per pass, {@value #PASSES} times
     */
    public void reportTo(LongConsumer progress) {
        checkpoints = checkpoints.reportingTo(progress);
    }

    /** Sets the number of ranks per block, for tables in files. */
    DominatorTreeBuilder withBlocksOf(int ranks) {
        blockRanks = ranks;
        return this;
    }

    /**
     * Finds the dominators. Call it once.
     *
     * @throws BudgetExceededException if the tables are in files, and too much was read from them
     */
    public void build() throws BudgetExceededException {
        number();
        nodes.set(0, DominatorTree.ROOT);
        findSemidominators();
        dominate();
        rankNodes();
        tree = new DominatorTree(budget, memory, arrays, reached);
    }

    /** The result; the caller closes it. */
    public DominatorTree tree() {
        if (tree == null) {
            throw new IllegalStateException("not built");
        }
        return tree;
    }

    /** Releases all memory that the tree does not keep. */
    @Override
    public void close() {
        releaseEdges();
        if (tree == null) {
            budget.release(memory);
        }
    }

    /** Works block by block if the tables are in files. */
    private void findSemidominators() throws BudgetExceededException {
        DepthFirstOrder order = new DepthFirstOrder(graph, arrays, reached);
        if (memory.isMapped()) {
            releaseEdges();
            SemidominatorsInFiles.find(order, blockRanks, budget, checkpoints);
        } else {
            new SemidominatorsInMemory(order, edges).find(checkpoints);
        }
    }

    private void releaseEdges() {
        if (!edgesAreReleased) {
            edgesAreReleased = true;
            edges.close();
        }
    }

    private void number() throws BudgetExceededException {
        IntArray roots = graph.roots();
        for (long i = 0; i < roots.length(); i++) {
            int root = roots.get(i);
            if (root < count) {
                pairs.set(root, LEFT_OUT);
            }
        }
        for (long i = 0; i < roots.length(); i++) {
            int root = roots.get(i);
            if (root < count && pairs.get(root) == LEFT_OUT) {
                numberFrom(root);
            }
        }
    }

    private void numberFrom(int root) throws BudgetExceededException {
        int current = enter(root, 0);
        while (current != 0) {
            if (top == Integer.toUnsignedLong(spare.get(current))) {
                current = leave(current);
                continue;
            }
            int node = edges.get(--top);
            if (IntPair.high(pairs.get(node)) == 0) {
                current = enter(node, current);
            }
        }
    }

    /** Pops a node's first referrer from the stack, and returns the node's parent. */
    private int leave(int rank) {
        int parent = parents.get(rank);
        spare.set(rank, parent == 0 ? 0 : edges.get(--top));
        return parent;
    }

    /** Gives the next rank to a node. Pushes its first referrer, then its targets. */
    private int enter(int node, int parent) throws BudgetExceededException {
        int rank = ++reached;
        checkpoints.at(rank);
        long pair = pairs.get(node);
        pairs.set(node, (pair & LEFT_OUT) | IntPair.of(rank, 0));
        nodes.set(rank, node);
        parents.set(rank, parent);
        if (parent != 0) {
            edges.set(top++, IntPair.low(pair));
        }
        spare.set(rank, (int) top);
        int read = 0;
        int n;
        do {
            n = reader.read(node, read, targets);
            for (int i = 0; i < n; i++) {
                if (targets[i] < count && targets[i] != node) {
                    see(targets[i], rank);
                }
            }
            read += n;
        } while (n == CHUNK);
        sortEdges(Integer.toUnsignedLong(spare.get(rank)));
        return rank;
    }

    /**
     * Sorts the stack above a height if that part is large. The entries of a hash table are not in
     * the order of the dump, so without sorting each edge would read a page.
     */
    private void sortEdges(long from) {
        if (top - from >= MANY_EDGES) {
            edges.sort(from, top);
        }
    }

    private void see(int target, int rank) {
        long pair = pairs.get(target);
        if (pair < 0) {
            return;
        }
        if (IntPair.high(pair) != 0) {
            pairs.set(target, pair + 1);
            return;
        }
        if (pair == 0) {
            pairs.set(target, rank);
        }
        edges.set(top++, target);
    }

    /**
     * Finds the dominator: the nearest dominator of the parent that is the semidominator or above
     * it.
     */
    private void dominate() throws BudgetExceededException {
        parents.set(0, 0);
        pairs.set(0, IntPair.of(0, 0));
        for (int rank = 1; rank <= reached; rank++) {
            if (checkpoints.at(rank)) {
                arrays.willRead(rank, (long) rank + CancelPoints.STEPS);
            }
            int semi = spare.get(rank);
            int dominator = parents.get(rank);
            long pair = pairs.get(dominator);
            while (dominator > semi) {
                int jump = IntPair.high(pair);
                dominator = jump >= semi ? jump : parents.get(dominator);
                pair = pairs.get(dominator);
            }
            parents.set(rank, dominator);
            pairs.set(rank, IntPair.of(jump(dominator, pair), IntPair.low(pair) + 1));
        }
    }

    /**
     * The jump target of a new node below a dominator: twice as far after two jumps of equal
     * length.
     */
    private int jump(int dominator, long pair) {
        int first = IntPair.high(pair);
        long atFirst = pairs.get(first);
        int second = IntPair.high(atFirst);
        int firstDepth = IntPair.low(atFirst);
        boolean alike =
                IntPair.low(pair) - firstDepth == firstDepth - IntPair.low(pairs.get(second));
        return alike ? second : dominator;
    }

    private void rankNodes() {
        spare.clear();
        for (int rank = 1; rank <= reached; rank++) {
            if (CancelPoints.isOne(rank)) {
                nodes.willRead(rank, (long) rank + CancelPoints.STEPS);
            }
            int node = nodes.get(rank);
            spare.set(node, rank);
        }
    }
}
