/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.reachability;

import io.heapsight.heap.index.ObjectIndex;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Queues the objects that are marked and whose references are still to be followed: a bit for each
 * in the spare plane of the index, and a flag for each page that has any. It never overflows, and
 * takes 1 bit for each 64 KiB of used heap.
 *
 * <p>Worker threads each take a window of 64 pages and follow what is queued there before they go
 * on to the next one. Pages are numbered as they come in the file, so that a worker reads a few MiB
 * of it at a time: the caches hold them, and a dump that is not in memory is read piece by piece,
 * not at random.
 */
final class MarkQueue {
    /** From the number of a block to that of its window. */
    private static final int WINDOW_SHIFT = 6 + ObjectIndex.PAGE_SHIFT - ObjectIndex.BLOCK_SHIFT;

    private static final int NONE = -1;

    /**
     * A worker without work looks again so often. Nobody tells it of new work: on a chain of
     * objects that leads from window to window, that would cost more than to follow it.
     */
    private static final long LOOK_AGAIN_MILLIS = 1;

    private final ObjectIndex index;

    /** By window, the flags of its pages. */
    private final AtomicLongArray flags;

    private final boolean[] taken;
    private int working;
    private boolean ended;

    MarkQueue(ObjectIndex index) {
        this.index = index;
        this.flags = new AtomicLongArray(windowOf(index.blocks()) + 1);
        this.taken = new boolean[flags.length()];
    }

    static int windowOf(int block) {
        return block >>> WINDOW_SHIFT;
    }

    /** Queues an object, given by its block and its bit there. Safe among threads. */
    void add(int block, long bit) {
        index.set(block, bit, ObjectIndex.SPARE);
        int window = windowOf(block);
        long flag = 1L << (block / ObjectIndex.BLOCKS);
        if ((flags.get(window) & flag) == 0) {
            flags.getAndAccumulate(window, flag, (a, b) -> a | b);
        }
    }

    /**
     * Gives a window back and takes the next one that has objects; waits while only others have
     * work.
     *
     * @param last the window that the worker has had, or -1
     * @return -1 once nothing is left to be followed
     */
    synchronized int takeWindow(int last) {
        if (last != NONE) {
            taken[last] = false;
            working--;
        }
        int window = awaitWindow(last);
        if (window == NONE || ended) {
            end();
            return NONE;
        }
        taken[window] = true;
        working++;
        return window;
    }

    /** Goes round from the window after the last one, so that the file is read forwards. */
    private int next(int last) {
        int windows = taken.length;
        for (int i = 1; i <= windows; i++) {
            int window = (last + i) % windows;
            if (flags.get(window) != 0 && !taken[window]) {
                return window;
            }
        }
        return NONE;
    }

    private int awaitWindow(int last) {
        try {
            int window = next(last);
            while (window == NONE && working > 0 && !ended) {
                wait(LOOK_AGAIN_MILLIS);
                window = next(last);
            }
            return window;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while marking", e);
        }
    }

    /** Lets everybody end: all is done, or a worker has failed. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** The pages of a window that have objects, a bit for each. */
    long pages(int window) {
        return flags.get(window);
    }

    /** The number of the first block of a page, which is counted from 0 in its window. */
    static int firstBlock(int window, int page) {
        return (window << WINDOW_SHIFT) + page * ObjectIndex.BLOCKS;
    }

    /**
     * The next page with objects in a window that was taken; its objects are to be taken by {@link
     * ObjectIndex#take}.
     *
     * @return the number of its first block; -1 when there are none left
     */
    int takePage(int window) {
        long flagged = flags.get(window);
        if (flagged == 0) {
            return NONE;
        }
        long flag = Long.lowestOneBit(flagged);
        flags.getAndAccumulate(window, ~flag, (a, b) -> a & b);
        return firstBlock(window, Long.numberOfTrailingZeros(flag));
    }
}
