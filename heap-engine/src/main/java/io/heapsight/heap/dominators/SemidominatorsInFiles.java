/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.IntPair;
import io.heapsight.heap.memory.LongArray;
import io.heapsight.heap.memory.MemoryBudget;
import java.util.Arrays;

/**
 * Finds semidominators if the tables are in files, without random reads. An object with many
 * referrers has late edges from all over the heap, and each would read a page.
 *
 * <p>Works in blocks of ranks, from the last to the first. One pass over all edges stores the late
 * edges by the block of their target. Each node behind the current block has a pair: the node's
 * ancestor before the end of the block, and the least label on the path to that ancestor. Looking
 * up the pairs in order therefore replaces an edge from behind by an edge from that ancestor plus a
 * label. All further work is within the block. Then the ancestors in the block are replaced by
 * those before it, again in order, and only in chunks with such ancestors.
 */
final class SemidominatorsInFiles implements AutoCloseable {
    /** Ranks per block: data of a block that is accessed at random takes 24 MiB. */
    static final int RANKS = 1 << 20;

    private static final int READ_CHUNK = 1024;

    /** Ranks in a chunk, which are searched or skipped together. */
    private static final int CHUNK_BITS = 12;

    private static final int CHUNK = 1 << CHUNK_BITS;

    /** If only one edge per this many ranks is looked up, pages between them are not read ahead. */
    private static final int SPARSE = 1 << 12;

    private final DepthFirstOrder order;
    private final LongArray pairs;
    private final IntArray parents;
    private final IntArray semidominators;
    private final int blockRanks;

    /** Late edges by block: at first source | target, then target | source in the block. */
    private final LongArray edges;

    /** The start of each block's edges; the last entry is the end of all edges. */
    private final long[] firstEdges;

    /** An upper bound of the ranks of each chunk's ancestors. */
    private final int[] latestAncestors;

    private final SemidominatorForest forest;

    private SemidominatorsInFiles(
            DepthFirstOrder order, int blockRanks, long[] firstEdges, LongArray edges) {
        this.order = order;
        this.blockRanks = blockRanks;
        this.firstEdges = firstEdges;
        this.edges = edges;
        pairs = order.arrays().pairs();
        parents = order.arrays().parents();
        semidominators = order.arrays().spare();
        latestAncestors = new int[(order.reached() >> CHUNK_BITS) + 1];
        forest = new SemidominatorForest(pairs);
    }

    /**
     * Writes the semidominators into the spare array, by rank.
     *
     * @param blockRanks ranks per block
     * @throws BudgetExceededException if there is no space for the edges, or too much was read
     */
    static void find(
            DepthFirstOrder order, int blockRanks, MemoryBudget budget, CancelPoints checkpoints)
            throws BudgetExceededException {
        long[] firstEdges = countEdges(order, blockRanks);
        LongArray edges =
                LongArray.reserveOrSpill(
                        budget, firstEdges[firstEdges.length - 1], "late edges of dominators");
        try (SemidominatorsInFiles blocks =
                new SemidominatorsInFiles(order, blockRanks, firstEdges, edges)) {
            blocks.putDownEdges(checkpoints);
            for (int block = firstEdges.length - 2; block >= 0; block--) {
                blocks.find(block, checkpoints);
            }
        }
    }

    private static long[] countEdges(DepthFirstOrder order, int blockRanks) {
        IntArray nodes = order.arrays().nodes();
        LongArray pairs = order.arrays().pairs();
        long[] first = new long[order.reached() / blockRanks + 2];
        for (int rank = 1; rank <= order.reached(); rank++) {
            if (CancelPoints.isOne(rank)) {
                nodes.willRead(rank, (long) rank + CancelPoints.STEPS);
            }
            int late = IntPair.low(pairs.get(nodes.get(rank)));
            first[rank / blockRanks + 1] += Integer.toUnsignedLong(late);
        }
        Arrays.parallelPrefix(first, Long::sum);
        return first;
    }

    private void putDownEdges(CancelPoints checkpoints) throws BudgetExceededException {
        long[] ends = Arrays.copyOf(firstEdges, firstEdges.length - 1);
        Graph graph = order.graph();
        Graph.Edges reader = graph.edges();
        int[] targets = new int[READ_CHUNK];
        for (int node = 0; node < graph.nodes(); node++) {
            if (checkpoints.at(node)) {
                pairs.willRead(node, (long) node + CancelPoints.STEPS);
            }
            int source = rankOf(pairs.get(node));
            int read = 0;
            int n = source == 0 ? 0 : READ_CHUNK;
            while (n == READ_CHUNK) {
                n = reader.read(node, read, targets);
                for (int i = 0; i < n; i++) {
                    putDown(source, targets[i], ends);
                }
                read += n;
            }
        }
    }

    private static int rankOf(long pair) {
        return IntPair.high(pair & ~DominatorTreeBuilder.LEFT_OUT);
    }

    private void putDown(int source, int targetNode, long[] ends) {
        long pair =
                targetNode < order.graph().nodes()
                        ? pairs.get(targetNode)
                        : DominatorTreeBuilder.LEFT_OUT;
        int target = IntPair.high(pair);
        if (pair >= 0 && target < source) {
            edges.set(ends[target / blockRanks]++, IntPair.of(source, target));
        }
    }

    private void find(int block, CancelPoints checkpoints) throws BudgetExceededException {
        int first = Math.max(1, block * blockRanks);
        int end = (int) Math.min((block + 1L) * blockRanks, order.reached() + 1L);
        long firstEdge = firstEdges[block];
        long endOfEdges = moveIntoBlock(firstEdge, firstEdges[block + 1], end, checkpoints);
        edges.sort(firstEdge, endOfEdges);
        order.arrays().willRead(first, end);
        long at = endOfEdges;
        for (int rank = end - 1; rank >= first; rank--) {
            checkpoints.at(rank);
            int semi = semidominators.get(rank);
            for (; at > firstEdge && IntPair.high(edges.get(at - 1)) == rank; at--) {
                semi = Math.min(semi, forest.least(IntPair.low(edges.get(at - 1)), rank));
            }
            semidominators.set(rank, semi);
            forest.link(rank, parents.get(rank), semi);
        }
        leave(first, end);
    }

    /**
     * Replaces the edges to a block by edges within it, and returns their end.
     *
     * @param end of the block
     */
    private long moveIntoBlock(long from, long to, int end, CancelPoints checkpoints)
            throws BudgetExceededException {
        edges.willRead(from, to);
        edges.sort(from, to);
        boolean isSparse = (to - from) * SPARSE < order.reached() - end;
        long readTo = end;
        long kept = from;
        long before = 0;
        for (long i = from; i < to; i++) {
            checkpoints.check((int) i);
            long edge = edges.get(i);
            int source = IntPair.high(edge);
            int target = IntPair.low(edge);
            if (edge == before) {
                continue;
            }
            before = edge;
            if (source >= end) {
                if (source >= readTo && !isSparse) {
                    readTo = (long) source + CancelPoints.STEPS;
                    pairs.willRead(source, readTo);
                }
                long pair = pairs.get(source);
                int semi = Math.min(semidominators.get(target), IntPair.low(pair));
                semidominators.set(target, semi);
                source = IntPair.high(pair);
            }
            if (source > target) {
                edges.set(kept++, IntPair.of(target, source));
            }
        }
        return kept;
    }

    /** Replaces each ancestor in a block by one before it. */
    private void leave(int first, int end) {
        for (int chunk = first >> CHUNK_BITS; chunk < latestAncestors.length; chunk++) {
            if (chunk << CHUNK_BITS < end || latestAncestors[chunk] >= first) {
                latestAncestors[chunk] = leaveInChunk(first, chunk);
            }
        }
    }

    /** Does the same in a chunk, and returns its latest ancestor. */
    private int leaveInChunk(int first, int chunk) {
        int end = (int) Math.min((chunk + 1L) * CHUNK, order.reached() + 1L);
        int latest = 0;
        for (int rank = Math.max(first, chunk * CHUNK); rank < end; rank++) {
            long pair = pairs.get(rank);
            int ancestor = IntPair.high(pair);
            if (ancestor >= first) {
                long above = pairs.get(ancestor);
                ancestor = IntPair.high(above);
                int least = Math.min(IntPair.low(pair), IntPair.low(above));
                pairs.set(rank, IntPair.of(ancestor, least));
            }
            latest = Math.max(latest, ancestor);
        }
        return latest;
    }

    @Override
    public void close() {
        edges.close();
    }
}
