/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.leaks.LeakObjectReader;
import java.util.OptionalLong;

/** Counts the elements of queues and linked lists without a size field. */
final class QueueLength {
    private static final int LONGEST = 1 << 20;

    private final LeakObjectReader heap;

    QueueLength(LeakObjectReader heap) {
        this.heap = heap;
    }

    /** The number of elements; empty for other objects. */
    OptionalLong of(long address) {
        if (heap.hasField(address, "producerIndex") && heap.hasField(address, "consumerIndex")) {
            return OptionalLong.of(indexed(address));
        }
        if (heap.className(address).startsWith("java.util.concurrent.")
                && heap.hasField(address, "count")) {
            return OptionalLong.of(heap.anyNumber(address, "count"));
        }
        if (heap.hasField(address, "head")
                && heap.hasField(heap.reference(address, "head"), "next")) {
            return OptionalLong.of(linked(heap.reference(address, "head")) - 1);
        }
        return heap.hasField(address, "next")
                ? OptionalLong.of(linked(address))
                : OptionalLong.empty();
    }

    /** The length of a queue of JCTools or its copies; those of linked arrays count by two. */
    private long indexed(long address) {
        long queued =
                heap.anyNumber(address, "producerIndex") - heap.anyNumber(address, "consumerIndex");
        return heap.hasField(address, "producerBuffer") ? queued / 2 : queued;
    }

    private long linked(long first) {
        String type = heap.className(first);
        long at = first;
        long count = 0;
        while (at != 0 && count < LONGEST && heap.className(at).equals(type)) {
            count++;
            at = heap.reference(at, "next");
        }
        return count;
    }
}
