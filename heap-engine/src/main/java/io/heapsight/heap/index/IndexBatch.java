/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.heap.memory.BudgetExceededException;

/**
 * Adds objects of one thread to the index together, if they are neighbours both in the file and in
 * one block of the heap. Detects a dump that does not keep neighbours together.
 */
final class IndexBatch {
    /** A block is 512 bytes. */
    private static final long BLOCK_MASK = -1L << ObjectIndex.BLOCK_SHIFT;

    private static final int PAGE_BLOCKS_MASK = ObjectIndex.BLOCKS - 1;

    private final ObjectIndex index;
    private final int scale;
    private final ScatteredBlocks splits;

    private long blockKey = -1;
    private long lastKey;
    private int block = -1;
    private long bits;
    private long first;
    private long quarters;
    private int quarter;
    private long unaligned;

    IndexBatch(ObjectIndex index, int scale, ScatteredBlocks splits) {
        this.index = index;
        this.scale = scale;
        this.splits = splits;
    }

    void add(long address, long position) throws BudgetExceededException {
        long key = address << scale;
        if ((key & 7) != 0) {
            unaligned++;
            return;
        }
        if ((key & BLOCK_MASK) != blockKey || key <= lastKey) {
            flush();
            begin(address, key, position);
        }
        lastKey = key;
        bits |= 1L << (key >>> ObjectIndex.WORD_SHIFT);
        int own = ObjectIndex.quarter(key);
        if (own != quarter) {
            quarter = own;
            quarters |= PackedBlockPositions.quarter(own, position - first);
        }
    }

    private void begin(long address, long key, long position) throws BudgetExceededException {
        long newBlock = key & BLOCK_MASK;
        boolean samePage = block >= 0 && (newBlock ^ blockKey) >>> ObjectIndex.PAGE_SHIFT == 0;
        int within = (int) (newBlock >>> ObjectIndex.BLOCK_SHIFT) & PAGE_BLOCKS_MASK;
        block =
                samePage
                        ? (block & ~PAGE_BLOCKS_MASK) | within
                        : index.makeBlock(address, position);
        blockKey = newBlock;
        first = position;
        quarter = ObjectIndex.quarter(key);
    }

    /** Adds the collected objects to the index. */
    void flush() {
        if (bits != 0 && !index.addRun(block, bits, first, quarters)) {
            splits.add(block);
        }
        bits = 0;
        quarters = 0;
    }

    /** Number of objects skipped for an impossible address. */
    long unaligned() {
        return unaligned;
    }
}
