/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import java.util.Arrays;

/**
 * Collects the blocks of the heap that a dump stores in several runs. Such blocks are at the border
 * of two segments or, in a dump that is not in the order of addresses, everywhere. Stores a bounded
 * number.
 */
final class ScatteredBlocks {
    /** Maximum number, much more than in a dump in the order of addresses. */
    private static final int MOST = 1 << 16;

    private int[] blocks = new int[64];
    private int size;

    synchronized void add(int block) {
        if (size == MOST) {
            return;
        }
        if (size == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * size);
        }
        blocks[size++] = block;
    }

    /** Whether there were more than the maximum. */
    synchronized boolean overflown() {
        return size == MOST;
    }

    /** The blocks, each once, ascending. */
    synchronized int[] distinct() {
        return Arrays.stream(blocks, 0, size).sorted().distinct().toArray();
    }
}
