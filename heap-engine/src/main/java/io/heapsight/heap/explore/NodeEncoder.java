/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.reachability.ObjectNumbers;
import io.heapsight.heap.retained.HeapGraph;
import io.heapsight.heap.retained.Referrers;
import io.heapsight.heap.retained.RetainedHeap;

/**
 * Encodes the dominator, retained bytes and referrers of reachable objects. {@link IndexCursor}
 * decodes them. An object takes three to four bytes, plus one to three per referrer unless its
 * dominator is the only one:
 *
 * <pre>
 *   head         bit 0: the object has a number because it may dominate others
 *                bit 1: only its dominator refers to it
 *                bit 2: a list of referrers follows
 *                from bit 3 on: 0 below the root, else 1 + zigzag(own number - dominator's)
 *   retained     bytes / 8
 *   the list:    number of referrers, bytes of the rest,
 *                zigzag(own number - first referrer's), differences of ascending numbers
 * </pre>
 *
 * The "own number" of an object without a number is that of the next numbered object. All are
 * varints. Not thread-safe.
 */
final class NodeEncoder {
    /** The maximum number of referrers kept in a list. */
    static final int MOST_REFERRERS = 100_000;

    static final int NUMBERED = 1;
    static final int SOLE = 2;
    static final int LIST = 4;
    static final int FLAG_BITS = 3;
    static final int UNIT_SHIFT = 3;

    private final HeapGraph graph;
    private final DominatorTree tree;
    private final RetainedHeap retention;
    private final Referrers referrers;
    private final ObjectIndex index;
    private final DumpedHeap heap;
    private final ObjectNumbers.Neighbours numbers;
    private final ReferenceReader reader;
    private final VarintSink list = new VarintSink();

    /** The number of objects in the list encoded last. */
    private int listed;

    NodeEncoder(RetainedHeap retention, Referrers referrers) {
        this.retention = retention;
        this.referrers = referrers;
        heap = retention.heap();
        graph = retention.graph();
        tree = retention.tree();
        index = heap.index();
        numbers = graph.neighbours();
        reader = new ReferenceReader(heap.bytes(), heap.classes());
    }

    /** The number of the first numbered object from a block on. */
    int firstNumber(int block) {
        return graph.firstInner(block);
    }

    /** Encodes the reachable objects of a block, in the order of their addresses. */
    void block(int block, VarintSink out) {
        int number = graph.firstInner(block);
        for (long left = index.word(block, ObjectIndex.MARKS); left != 0; left &= left - 1) {
            long address = index.addressOf(block, Long.numberOfTrailingZeros(left));
            int found = numbers.of(address);
            if (found >= 0) {
                node(found, found, out);
                number = found + 1;
            } else {
                reader.open(heap.position(address));
                leaf(graph.leaf(found), number, retention.sizes().of(reader), out);
            }
        }
    }

    /** Encodes a class object: 0 if it is unreachable, else 1 and the object. */
    void classObject(HeapClass each, VarintSink out) {
        int number = graph.inner() + each.index();
        int leaf = graph.leafOf(each.index());
        if (each.dump() == null) {
            out.add(0);
        } else if (!graph.isLeaf(each)) {
            boolean isThere = graph.node(each.address()) == number && tree.rank(number) > 0;
            out.add(isThere ? 1 : 0);
            if (isThere) {
                node(number, number, out);
            }
        } else if (retention.leaves().isReachable(leaf)) {
            out.add(1);
            leaf(leaf, number, retention.sizes().ofClassObject(each.index()), out);
        } else {
            out.add(0);
        }
    }

    private void node(int node, int number, VarintSink out) {
        int rank = tree.rank(node);
        int dominator = rank == 0 ? DominatorTree.ROOT : tree.node(tree.dominatorRank(rank));
        long bytes = rank == 0 ? 0 : retention.retained().bytesAtRank(rank);
        object(node, number, NUMBERED, dominator, bytes, out);
    }

    private void leaf(int leaf, int number, long bytes, VarintSink out) {
        object(leaf, number, 0, retention.leaves().immediateDominator(leaf), bytes, out);
    }

    private void object(
            int target, int number, int flags, int dominator, long bytes, VarintSink out) {
        long way =
                dominator == DominatorTree.ROOT
                        ? 0
                        : 1 + VarintSink.zigzag((long) number - dominator);
        int begin = referrers.begin(target);
        int end = referrers.end(target);
        int kind = 0;
        if (begin < end) {
            boolean sole = referrers.get(begin) == dominator && referrers.get(end - 1) == dominator;
            kind = sole ? SOLE : LIST;
        }
        out.add(way << FLAG_BITS | kind | flags);
        out.add(bytes >>> UNIT_SHIFT);
        if (kind == LIST) {
            encodeList(number, begin, end);
            out.add(listed);
            out.add(list.size());
            out.addAll(list);
        }
    }

    private void encodeList(int number, int begin, int end) {
        list.clear();
        listed = 0;
        int last = -1;
        for (int at = begin; at < end; at++) {
            int referrer = referrers.get(at);
            if (referrer == last) {
                continue;
            }
            if (listed == 0) {
                list.add(VarintSink.zigzag((long) number - referrer));
            } else if (listed < MOST_REFERRERS) {
                list.add((long) referrer - last);
            }
            listed++;
            last = referrer;
        }
    }
}
