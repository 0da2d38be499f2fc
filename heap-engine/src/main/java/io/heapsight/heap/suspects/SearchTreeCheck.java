/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ReferenceReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Distinguishes a search tree from a list: a tree node refers to its parent and two children, a
 * list element to at most two neighbours. A program with its own class of tree nodes is a store,
 * such as an in-memory database: it holds its content on purpose.
 */
final class SearchTreeCheck {
    private static final int LOOKED_AT = 64;
    private static final int MOST_FIELDS = 32;

    /** A parent and two children. */
    private static final int NEIGHBOURS = 3;

    private SearchTreeCheck() {}

    /** Whether the object at an address and others of its class form a tree. */
    static boolean isOne(DumpedHeap heap, long top) {
        ReferenceReader object = new ReferenceReader(heap.bytes(), heap.classes());
        ReferenceReader other = new ReferenceReader(heap.bytes(), heap.classes());
        long[] references = new long[MOST_FIELDS];
        Set<Long> seen = new HashSet<>(Set.of(top));
        Deque<Long> open = new ArrayDeque<>(seen);
        for (int i = 0; i < LOOKED_AT && !open.isEmpty(); i++) {
            long position = heap.position(open.remove());
            if (position < 0) {
                continue;
            }
            object.open(position);
            Set<Long> neighbours = new HashSet<>();
            int count = object.isInstance() ? object.read(0, references) : 0;
            for (int k = 0; k < count; k++) {
                long at = references[k] == 0 ? -1 : heap.position(references[k]);
                if (at >= 0) {
                    other.open(at);
                    if (other.isInstance() && other.classIndex() == object.classIndex()) {
                        neighbours.add(references[k]);
                    }
                }
            }
            if (neighbours.size() >= NEIGHBOURS) {
                return true;
            }
            neighbours.stream().filter(seen::add).forEach(open::add);
        }
        return false;
    }
}
