/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.CloseOnFailure;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.LongArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.memory.PackedInts;
import io.heapsight.unit.CancelSignal;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Computes a dominator tree with the Semi-NCA algorithm (Georgiadis, "Linear-Time Algorithms for
 * Dominators and Related Problems", 2005), O((nodes + edges) log nodes), without recursion.
 *
 * <p>A rank is a node's number in depth-first order, 0 the virtual root's. Five passes use the same
 * arrays for one thing after another:
 *
 * <pre>
 *          entry    bytes  number                list              fill     semidominate     dominate
 * pairs    by node  8      0 | first referrer
 *                          rank | late edges     rank | end of its list
 *          by rank                                                          ancestor | label jump | depth
 * nodes    by rank  4      node                  node | has a list
 * parents  by rank  4      parent                                                            dominator
 * spare    by rank  4      stack, first referrer                            semidominator    (by node) rank
 * edges    by edge  4      stack                 ranks of where the edges of a list come from
 * </pre>
 *
 * <p>Only late edges are in the lists: those from a node that ranks after the one they lead to. Of
 * the others the first referrer is all that counts, which ranks before the rest: it is the least
 * semidominator that they allow. And an edge to a node that the virtual root refers to says nothing
 * about dominators: each path over it has a shorter one beside it.
 *
 * <p>Jump pointers bound the last pass, which is quadratic in Semi-NCA as it was published: a list
 * of n nodes whose values are shared with another structure would take n walks up the list.
 */
public final class DominatorTreeBuilder implements AutoCloseable {
    /** In nodes: has a list. In edges: the first of its list. */
    private static final int MARK = Integer.MIN_VALUE;

    /** In a node's pair: edges to it are left out. */
    private static final long LEFT_OUT = Long.MIN_VALUE;

    private static final int CHUNK = 1024;
    private static final int CHECK_MASK = (1 << 16) - 1;

    private final Graph graph;
    private final MemoryBudget budget;
    private final MemorySegment memory;
    private final DominatorTreeArrays arrays;
    private final CancelSignal cancel;
    private final LongArray pairs;
    private final IntArray nodes;
    private final IntArray parents;
    private final IntArray spare;
    private final IntArray edges;
    private final int count;
    private final Graph.Edges reader;
    private final int[] targets = new int[CHUNK];

    /** The highest rank given. */
    private int reached;

    /** The stack's height, then the end of the lists. */
    private long top;

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
        this.cancel = cancel;
        pairs = arrays.pairs();
        nodes = arrays.nodes();
        parents = arrays.parents();
        spare = arrays.spare();
        count = graph.nodes();
        reader = graph.edges();
    }

    /**
     * Reserves the memory, so that it is certain before the work begins; see {@link
     * DominatorTree#of}.
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
     * Finds the dominators. To be called once.
     *
     * @throws BudgetExceededException when the tables are in files, and too much was read of them
     */
    public void build() throws BudgetExceededException {
        number();
        makeLists();
        fillLists();
        semidominate();
        dominate();
        rankNodes();
        tree = new DominatorTree(budget, memory, arrays, reached);
    }

    /** What was found; the caller closes it. */
    public DominatorTree tree() {
        if (tree == null) {
            throw new IllegalStateException("not built");
        }
        return tree;
    }

    /** Gives back what the tree does not keep. */
    @Override
    public void close() {
        edges.close();
        if (tree == null) {
            budget.release(memory);
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
            if (PackedInts.high(pairs.get(node)) == 0) {
                current = enter(node, current);
            }
        }
    }

    /** Takes a node's first referrer from the stack; its parent. */
    private int leave(int rank) {
        int parent = parents.get(rank);
        spare.set(rank, parent == 0 ? 0 : edges.get(--top));
        return parent;
    }

    /**
     * Gives the next rank to a node. Its first referrer takes its place on the stack, and what it
     * refers to itself follows.
     */
    private int enter(int node, int parent) throws BudgetExceededException {
        int rank = ++reached;
        checkpoint(rank);
        long pair = pairs.get(node);
        pairs.set(node, (pair & LEFT_OUT) | PackedInts.of(rank, 0));
        nodes.set(rank, node);
        parents.set(rank, parent);
        if (parent != 0) {
            edges.set(top++, PackedInts.low(pair));
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
        return rank;
    }

    private void see(int target, int rank) {
        long pair = pairs.get(target);
        if (pair < 0) {
            return;
        }
        if (PackedInts.high(pair) != 0) {
            pairs.set(target, pair + 1);
            return;
        }
        if (pair == 0) {
            pairs.set(target, rank);
        }
        edges.set(top++, target);
    }

    /** Lays the lists one after another, in the order of ranks. */
    private void makeLists() {
        nodes.set(0, DominatorTree.ROOT);
        top = 0;
        for (int rank = 1; rank <= reached; rank++) {
            int node = nodes.get(rank);
            long pair = pairs.get(node);
            long late = Integer.toUnsignedLong(PackedInts.low(pair));
            if (late == 0) {
                pairs.set(node, pair | LEFT_OUT);
                continue;
            }
            nodes.set(rank, node | MARK);
            edges.set(top, MARK);
            top += late;
            pairs.set(node, PackedInts.of(rank, (int) top));
        }
    }

    private void fillLists() throws BudgetExceededException {
        for (int node = 0; node < count; node++) {
            checkpoint(node);
            int rank = PackedInts.high(pairs.get(node)) & ~MARK;
            if (rank != 0) {
                fillFrom(node, rank);
            }
        }
    }

    private void fillFrom(int node, int rank) {
        int read = 0;
        int n;
        do {
            n = reader.read(node, read, targets);
            for (int i = 0; i < n; i++) {
                int target = targets[i];
                long pair = target < count ? pairs.get(target) : LEFT_OUT;
                if (pair >= 0 && PackedInts.high(pair) < rank) {
                    pairs.set(target, --pair);
                    long at = Integer.toUnsignedLong(PackedInts.low(pair));
                    edges.set(at, rank | (edges.get(at) & MARK));
                }
            }
            read += n;
        } while (n == CHUNK);
    }

    private void semidominate() throws BudgetExceededException {
        long at = top;
        for (int rank = reached; rank > 0; rank--) {
            checkpoint(rank);
            int parent = parents.get(rank);
            int semi = spare.get(rank);
            if (nodes.get(rank) < 0) {
                int entry;
                do {
                    entry = edges.get(--at);
                    semi = Math.min(semi, label(entry & ~MARK, rank));
                } while (entry >= 0);
            }
            spare.set(rank, semi);
            pairs.set(rank, PackedInts.of(parent, semi));
        }
    }

    /**
     * The least semidominator from a rank up to the last ancestor that ranks after another;
     * shortens the way for the next time. The ancestors hold the way back meanwhile.
     */
    private int label(int from, int after) {
        long pair = pairs.get(from);
        int ancestor = PackedInts.high(pair);
        if (ancestor <= after) {
            return PackedInts.low(pair);
        }
        int below = 0;
        int rank = from;
        while (ancestor > after) {
            pairs.set(rank, PackedInts.of(below, PackedInts.low(pair)));
            below = rank;
            rank = ancestor;
            pair = pairs.get(rank);
            ancestor = PackedInts.high(pair);
        }
        int least = PackedInts.low(pair);
        while (below != 0) {
            pair = pairs.get(below);
            least = Math.min(least, PackedInts.low(pair));
            pairs.set(below, PackedInts.of(ancestor, least));
            below = PackedInts.high(pair);
        }
        return least;
    }

    /** The dominator is the nearest dominator of the parent that is the semidominator or above. */
    private void dominate() throws BudgetExceededException {
        parents.set(0, 0);
        pairs.set(0, PackedInts.of(0, 0));
        for (int rank = 1; rank <= reached; rank++) {
            checkpoint(rank);
            int semi = spare.get(rank);
            int dominator = parents.get(rank);
            long pair = pairs.get(dominator);
            while (dominator > semi) {
                int jump = PackedInts.high(pair);
                dominator = jump >= semi ? jump : parents.get(dominator);
                pair = pairs.get(dominator);
            }
            parents.set(rank, dominator);
            pairs.set(rank, PackedInts.of(jump(dominator, pair), PackedInts.low(pair) + 1));
        }
    }

    /**
     * Where a node jumps that is new below a dominator: twice as far when two jumps are as long.
     */
    private int jump(int dominator, long pair) {
        int first = PackedInts.high(pair);
        long atFirst = pairs.get(first);
        int second = PackedInts.high(atFirst);
        int firstDepth = PackedInts.low(atFirst);
        boolean alike =
                PackedInts.low(pair) - firstDepth == firstDepth - PackedInts.low(pairs.get(second));
        return alike ? second : dominator;
    }

    private void rankNodes() {
        spare.clear();
        for (int rank = 1; rank <= reached; rank++) {
            int node = nodes.get(rank) & ~MARK;
            nodes.set(rank, node);
            spare.set(node, rank);
        }
    }

    private void checkpoint(int step) throws BudgetExceededException {
        if ((step & CHECK_MASK) == 0) {
            cancel.throwIfCancelled();
            budget.checkReads();
        }
    }
}
