/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.reachability;

import io.heapsight.heap.index.ObjectIndex;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Queues marked objects until their references are followed. Stores one bit per object in the spare
 * plane of the index, and one flag per page with queued objects. It never overflows, and takes 1
 * bit per 64 KiB of used heap.
 *
 * <p>Each worker thread takes a window of 64 pages and follows its queued objects before it takes
 * the next one. Pages are numbered in the order of the file, so a worker reads a few MiB of it at a
 * time. These fit in the caches, and a dump that is not in memory is read sequentially, not at
 * random.
 */
final class MarkQueue {
    /** Shift from the number of a block to the number of its window. */
    private static final int WINDOW_SHIFT = 6 + ObjectIndex.PAGE_SHIFT - ObjectIndex.BLOCK_SHIFT;

    private static final int NONE = -1;

    /**
     * Idle workers poll at this interval and are not notified of new work. For a chain of objects
     * from window to window, notifying would cost more than following it.
     */
    private static final long LOOK_AGAIN_MILLIS = 1;

    private final ObjectIndex index;

    /** One flag per page, by window. */
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

    /** Queues an object by its block and its bit in the block. Thread-safe. */
    void add(int block, long bit) {
        index.set(block, bit, ObjectIndex.SPARE);
        int window = windowOf(block);
        long flag = 1L << (block / ObjectIndex.BLOCKS);
        if ((flags.get(window) & flag) == 0) {
            flags.getAndAccumulate(window, flag, (a, b) -> a | b);
        }
    }

    /**
     * Releases a window and takes the next one with objects; waits while only other workers have
     * work.
     *
     * @param last the previous window of the worker, or -1
     * @return -1 once no work is left
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

    /**
     * Searches from the window after the last one and wraps around, so that the file is read
     * forwards.
     */
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

    /** Ends all workers: everything is followed, or a worker has failed. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** The pages of a window that have queued objects, one bit each. */
    long pages(int window) {
        return flags.get(window);
    }

    /** The number of the first block of a page, which is numbered from 0 within its window. */
    static int firstBlock(int window, int page) {
        return (window << WINDOW_SHIFT) + page * ObjectIndex.BLOCKS;
    }

    /**
     * Returns the next page with queued objects in a worker's window; {@link ObjectIndex#take}
     * removes them.
     *
     * @return the number of its first block; -1 if no page is left
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
