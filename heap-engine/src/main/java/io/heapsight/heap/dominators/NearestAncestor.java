/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Climbs the dominator tree from an object to the nearest one that is wanted. Queues and linked
 * lists are long chains of dominators, so it remembers some results of long climbs. It then climbs
 * each part of a chain a few times, not once for each element. Takes up to 4 MB.
 */
public final class NearestAncestor {
    /** Climbs up to this number of steps are not remembered. */
    private static final int SHORT = 64;

    private static final int FIRST_SLOTS = 1 << 8;
    private static final int MOST_SLOTS = 1 << 18;
    private static final int SPREAD = 0x9E37_79B9;

    private final IntUnaryOperator dominator;
    private final IntPredicate isWanted;

    /** A hash table: each slot has a rank in the high half, and the top above it in the low one. */
    private long[] tops = new long[FIRST_SLOTS];

    private int remembered;

    /** One rank in 2 to the power of this is remembered. */
    private int sampleBits = 6;

    /**
     * @param dominator maps a rank to that of its dominator, 0 without one
     * @param isWanted whether to stop at a rank
     */
    public NearestAncestor(IntUnaryOperator dominator, IntPredicate isWanted) {
        this.dominator = dominator;
        this.isWanted = isWanted;
    }

    /** The first wanted rank from a rank upwards; 0 without one. */
    public int nearest(int from) {
        int top = topBelow(from);
        return top == 0 ? from : dominator.applyAsInt(top);
    }

    /**
     * The rank of the last object below the first wanted one, which is its dominator; 0 if the rank
     * itself is wanted, or 0.
     */
    public int topBelow(int from) {
        int top = 0;
        int rank = from;
        boolean anyNew = false;
        for (int i = 0; rank != 0 && !isWanted.test(rank); i++) {
            if (isSampled(rank)) {
                int known = (int) tops[slot(rank)];
                if (known != 0) {
                    top = known;
                    break;
                }
                anyNew |= i >= SHORT;
            }
            top = rank;
            rank = dominator.applyAsInt(rank);
        }
        if (anyNew) {
            remember(from, rank, top);
        }
        return top;
    }

    /** Whether to remember a rank: one of many, whatever the distance of ranks along a chain. */
    private boolean isSampled(int rank) {
        return (rank * SPREAD) >>> (Integer.SIZE - sampleBits) == 0;
    }

    /** Climbs again, because a list of the passed objects could be long. */
    private void remember(int from, int end, int top) {
        for (int rank = from; rank != end; rank = dominator.applyAsInt(rank)) {
            if (isSampled(rank)) {
                put(rank, top);
            }
        }
    }

    /** The slot of a rank, or the empty one for it. */
    private int slot(int rank) {
        int mask = tops.length - 1;
        int slot = ((rank * SPREAD) << sampleBits) >>> Integer.numberOfLeadingZeros(mask);
        while (tops[slot] != 0 && (int) (tops[slot] >>> Integer.SIZE) != rank) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void put(int rank, int top) {
        if (2 * remembered >= tops.length) {
            grow();
        }
        int slot = slot(rank);
        remembered += tops[slot] == 0 ? 1 : 0;
        tops[slot] = ((long) rank << Integer.SIZE) | top;
    }

    /** Doubles the table; at its largest, halves the sample instead. */
    private void grow() {
        long[] all = tops;
        sampleBits += all.length == MOST_SLOTS ? 1 : 0;
        tops = new long[Math.min(MOST_SLOTS, 2 * all.length)];
        remembered = 0;
        for (long each : all) {
            int rank = (int) (each >>> Integer.SIZE);
            if (each != 0 && isSampled(rank)) {
                put(rank, (int) each);
            }
        }
    }
}
