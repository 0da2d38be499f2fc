/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

/**
 * Numbers, in the order of addresses, for the objects that have one bit and lack another: 4 bytes
 * for each 512 bytes of heap. Finds the number of an address at once, and the address of a number
 * by binary search.
 */
final class ObjectNumbers implements AutoCloseable {
    private static final int NO_PLANE = -1;

    private final ObjectIndex index;
    private final int plane;
    private final int without;
    private final int[] pages;
    private final int[] firstOfPage;
    private final IntArray firstOfBlock;
    private final int size;

    private ObjectNumbers(MemoryBudget budget, ObjectIndex index, int plane, int without)
            throws BudgetExceededException {
        this.index = index;
        this.plane = plane;
        this.without = without;
        this.pages = index.pagesByAddress();
        this.firstOfPage = new int[pages.length + 1];
        this.firstOfBlock = IntArray.reserve(budget, index.blocks(), "numbers of objects");
        int count = 0;
        for (int i = 0; i < pages.length; i++) {
            firstOfPage[i] = count;
            int firstBlock = pages[i] * ObjectIndex.BLOCKS;
            for (int block = firstBlock; block < firstBlock + ObjectIndex.BLOCKS; block++) {
                firstOfBlock.set(block, count);
                count += Long.bitCount(word(block));
            }
        }
        firstOfPage[pages.length] = count;
        this.size = count;
    }

    /** Numbers the objects whose bit is set in a plane. */
    static ObjectNumbers of(MemoryBudget budget, ObjectIndex index, int plane)
            throws BudgetExceededException {
        return new ObjectNumbers(budget, index, plane, NO_PLANE);
    }

    /** Numbers the objects whose bit is set in one plane and not in another. */
    static ObjectNumbers ofWithout(MemoryBudget budget, ObjectIndex index, int plane, int without)
            throws BudgetExceededException {
        return new ObjectNumbers(budget, index, plane, without);
    }

    private long word(int block) {
        long word = index.word(block, plane);
        return without == NO_PLANE ? word : word & ~index.word(block, without);
    }

    int size() {
        return size;
    }

    /** The number of the object at an address; -1 when it has none. */
    int of(long address) {
        int block = index.block(address);
        if (block < 0 || !index.aligned(address)) {
            return -1;
        }
        long word = word(block);
        long bit = index.bit(address);
        return (word & bit) == 0 ? -1 : firstOfBlock.get(block) + Long.bitCount(word & (bit - 1));
    }

    /** Goes over the objects in the order of their numbers. Not shared by threads. */
    final class Cursor {
        private int number = -1;
        private int page;
        private int block;
        private long left;

        /** Goes to an object; the one after the last is found without a search. */
        void moveTo(int target) {
            if (target != number + 1 || number < 0) {
                search(target);
                return;
            }
            number = target;
            left &= left - 1;
            while (left == 0) {
                nextBlock();
            }
        }

        private void nextBlock() {
            block++;
            if (block == (pages[page] + 1) * ObjectIndex.BLOCKS) {
                page++;
                block = pages[page] * ObjectIndex.BLOCKS;
            }
            left = word(block);
        }

        private void search(int target) {
            page = lastNotAbove(target);
            int low = pages[page] * ObjectIndex.BLOCKS;
            int high = low + ObjectIndex.BLOCKS - 1;
            while (low < high) {
                int middle = (low + high + 1) >>> 1;
                if (firstOfBlock.get(middle) <= target) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            block = low;
            left = word(block);
            for (int skip = target - firstOfBlock.get(block); skip > 0; skip--) {
                left &= left - 1;
            }
            number = target;
        }

        private int lastNotAbove(int target) {
            int low = 0;
            int high = pages.length - 1;
            while (low < high) {
                int middle = (low + high + 1) >>> 1;
                if (firstOfPage[middle] <= target) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            return low;
        }

        long address() {
            return index.addressOf(block, Long.numberOfTrailingZeros(left));
        }
    }

    @Override
    public void close() {
        firstOfBlock.close();
    }
}
