/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;

/**
 * Counts arrays by the hash of their content: 32 to 64 bytes a content. If memory is short, it
 * leaves the upper half of the hashes to another pass over the dump, and repeats this until the
 * rest fits:
 *
 * <pre>{@code
 * do {
 *     … table.add(hash, address, bytes) for every array, on any thread
 *     … read the results of this pass
 * } while (table.next());
 * }</pre>
 */
public final class ContentTable implements AutoCloseable {
    private static final int SHARD_BITS = 5;
    private static final int SHARDS = 1 << SHARD_BITS;

    /**
     * In practice, no shard's number of contents exceeds the mean by more than this many
     * deviations.
     */
    private static final double MOST_DEVIATIONS = 4;

    /** Makes the logistic function a good approximation of the normal distribution. */
    private static final double LOGISTIC = 1.702;

    private final ContentShard[] shards = new ContentShard[SHARDS];
    private int from;
    private volatile int to = SHARDS;

    /**
     * Upper bound of the memory for this many contents, while each thread enlarges a shard. Hashes
     * are not spread evenly: near a step, some of the shards have the next capacity.
     */
    public static long bytesNeeded(long contents, int threads) {
        if (contents == 0) {
            return 0;
        }
        double mean = (double) contents / SHARDS;
        double deviation = Math.sqrt(mean);
        long surely = ContentShard.capacity((long) Math.max(1, mean - MOST_DEVIATIONS * deviation));
        long perhaps = ContentShard.capacity((long) Math.ceil(mean + MOST_DEVIATIONS * deviation));
        long used = Math.min(SHARDS, contents);
        double larger = 0;
        if (perhaps > surely) {
            double share = shareAbove((ContentShard.most(surely) - mean) / deviation);
            double uncertain = MOST_DEVIATIONS * Math.sqrt(SHARDS * share * (1 - share));
            larger = Math.min(used, Math.ceil(SHARDS * share + uncertain));
        }
        long capacity = (long) (larger * perhaps + (used - larger) * surely);
        return ContentShard.ENTRY * (capacity + Math.min(threads, used) * perhaps / 2);
    }

    /** Upper bound of the share of a normal distribution above this many deviations. */
    private static double shareAbove(double deviations) {
        return 1 / (1 + Math.exp(LOGISTIC * deviations));
    }

    public ContentTable(MemoryBudget budget) {
        for (int i = 0; i < SHARDS; i++) {
            shards[i] = new ContentShard(budget);
        }
    }

    /**
     * Counts an array if its hash belongs to this pass.
     *
     * @return whether one with that content was counted before
     * @throws BudgetExceededException if not even the smallest part fits
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

    /** Whether this pass counts arrays of this hash. */
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

    /** Moves on to the remaining hashes; false if there are none. */
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

    /** Passes the contents of this pass to a visitor. */
    void forEach(ContentShard.Visitor visitor) {
        for (int i = from; i < to; i++) {
            shards[i].forEach(visitor);
        }
    }

    /** Number of different contents in this pass. */
    long distinct() {
        long distinct = 0;
        for (int i = from; i < to; i++) {
            distinct += shards[i].distinct();
        }
        return distinct;
    }

    /** Bytes that one array per content would save, in this pass. */
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
