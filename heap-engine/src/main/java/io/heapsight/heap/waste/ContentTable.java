/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;

/**
 * Counts arrays by the hash of their content: 32 to 64 bytes a content. When the memory does not
 * suffice for all of them, the upper half of the hashes is left for another reading of the dump,
 * and so on until the rest fits:
 *
 * <pre>{@code
 * do {
 *     … table.add(hash, address, bytes) for every array, on any thread
 *     … what table knows now
 * } while (table.next());
 * }</pre>
 */
public final class ContentTable implements AutoCloseable {
    private static final int SHARD_BITS = 5;
    private static final int SHARDS = 1 << SHARD_BITS;

    private final ContentShard[] shards = new ContentShard[SHARDS];
    private int from;
    private volatile int to = SHARDS;

    public ContentTable(MemoryBudget budget) {
        for (int i = 0; i < SHARDS; i++) {
            shards[i] = new ContentShard(budget);
        }
    }

    /**
     * Counts an array, if its hash is among those of this reading.
     *
     * @return whether one with that content was counted before
     * @throws BudgetExceededException when not even the least part fits
     */
    public boolean add(long hash, long address, long bytes) throws BudgetExceededException {
        long key = keyOf(hash);
        int shard = shardOf(key);
        int upTo = to;
        while (shard >= from && shard < upTo) {
            try {
                return shards[shard].add(key, address, bytes);
            } catch (BudgetExceededException e) {
                giveUpHalf(upTo, e);
                upTo = to;
            }
        }
        return false;
    }

    /** Whether arrays of this hash are counted in this reading. */
    boolean isOfThisReading(long hash) {
        int shard = shardOf(keyOf(hash));
        return shard >= from && shard < to;
    }

    private static long keyOf(long hash) {
        return hash == 0 ? 1 : hash;
    }

    private static int shardOf(long key) {
        return (int) (key >>> (Long.SIZE - SHARD_BITS));
    }

    private synchronized void giveUpHalf(int seen, BudgetExceededException full)
            throws BudgetExceededException {
        if (seen != to) {
            return; // another thread was here first
        }
        if (to - from == 1) {
            throw full;
        }
        to = from + (to - from) / 2;
        for (int i = to; i < seen; i++) {
            shards[i].giveUp();
        }
    }

    /** Goes on to the hashes that were left; false when there are none. */
    synchronized boolean next() {
        for (int i = from; i < to; i++) {
            shards[i].giveUp();
        }
        from = to;
        to = SHARDS;
        for (int i = from; i < to; i++) {
            shards[i].begin();
        }
        return from < to;
    }

    /** Shows the contents of this reading. */
    void forEach(ContentShard.Visitor visitor) {
        for (int i = from; i < to; i++) {
            shards[i].forEach(visitor);
        }
    }

    /** Different contents of this reading. */
    long distinct() {
        long distinct = 0;
        for (int i = from; i < to; i++) {
            distinct += shards[i].distinct();
        }
        return distinct;
    }

    /** Bytes that one array per content would save, in this reading. */
    long redundantBytes() {
        long bytes = 0;
        for (int i = from; i < to; i++) {
            bytes += shards[i].redundantBytes();
        }
        return bytes;
    }

    @Override
    public void close() {
        for (ContentShard shard : shards) {
            shard.giveUp();
        }
    }
}
