/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.content.StringCursor;
import io.heapsight.heap.content.StringLayout;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;

/**
 * Decides whether a string that equals the name of a class is the one that the class holds.
 * Programs create equal strings, too, and HotSpot creates one for each request to a loader; these
 * are garbage at once. So a string among garbage may be garbage itself. A string without garbage
 * around it has survived a collection.
 */
final class HeldClassNameStrings {
    private static final long BLOCK = 1L << ObjectIndex.BLOCK_SHIFT;

    private final DumpedHeap heap;
    private final ObjectIndex index;
    private final StringCursor cursor;
    private final long[] strings;
    private final long[] arrays;
    private final int count;

    private HeldClassNameStrings(DumpedHeap heap, StringLayout layout, long[] candidates) {
        this.heap = heap;
        this.index = heap.index();
        this.cursor = new StringCursor(heap, layout);
        this.strings = new long[candidates.length];
        this.arrays = new long[candidates.length];
        this.count = keepUnmarked(candidates);
    }

    /**
     * Passes the unmarked strings to a visitor.
     *
     * @param candidates their addresses
     * @param most number of names
     * @param whileMarked runs while the strings are marked as if they were held
     */
    static void show(
            DumpedHeap heap,
            StringLayout layout,
            long[] candidates,
            int most,
            Runnable whileMarked,
            Visitor visitor) {
        HeldClassNameStrings strings = new HeldClassNameStrings(heap, layout, candidates);
        boolean[] settled = strings.settled(whileMarked);
        int left = most;
        for (int i = 0; i < strings.count && left > 0; i++, left--) {
            visitor.string(strings.strings[i], settled[i]);
        }
    }

    /** Receives strings. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Receives a string.
         *
         * @param held whether it has survived a collection
         */
        void string(long address, boolean held);
    }

    private int keepUnmarked(long[] candidates) {
        int kept = 0;
        for (long address : candidates) {
            if (!index.isMarked(address)) {
                strings[kept] = address;
                arrays[kept++] = cursor.open(heap.position(address));
            }
        }
        return kept;
    }

    /** Returns which strings are settled. Strings do not count as garbage for each other. */
    private boolean[] settled(Runnable whileMarked) {
        boolean[] marked = new boolean[count];
        for (int i = 0; i < count; i++) {
            index.set(strings[i], ObjectIndex.MARKS);
            marked[i] = index.set(arrays[i], ObjectIndex.MARKS);
        }
        whileMarked.run();
        boolean[] settled = new boolean[count];
        for (int i = 0; i < count; i++) {
            settled[i] = isSettled(strings[i]) && isSettled(arrays[i]);
        }
        for (int i = 0; i < count; i++) {
            index.unset(strings[i], ObjectIndex.MARKS);
            if (marked[i]) {
                index.unset(arrays[i], ObjectIndex.MARKS);
            }
        }
        return settled;
    }

    /** Whether the object's block and its neighbours contain no garbage. */
    private boolean isSettled(long address) {
        long away = index.bytesAsAddress(BLOCK);
        return isSettledBlock(index.block(address - away))
                && isSettledBlock(index.block(address))
                && isSettledBlock(index.block(address + away));
    }

    private boolean isSettledBlock(int block) {
        return block < 0
                || (index.word(block, ObjectIndex.STARTS) & ~index.word(block, ObjectIndex.MARKS))
                        == 0;
    }
}
