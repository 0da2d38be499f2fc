/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * The objects that are marked and still to be followed, by address, for one member of a crew. A
 * full stack does not grow: the objects beyond it keep their bit in the spare plane of the index,
 * and are found again by a sweep. Members that run dry take pieces from those that have plenty.
 */
final class MarkStack {
    private static final int CAPACITY = 1 << 17;
    private static final int PIECE = 1 << 10;

    private final long[] entries = new long[CAPACITY];
    private Exchange exchange;
    private int size;

    MarkStack(Exchange exchange) {
        this.exchange = exchange;
    }

    void shareThrough(Exchange with) {
        exchange = with;
    }

    int size() {
        return size;
    }

    /** Adds an object; false when the stack is full. */
    boolean push(long address) {
        if (size == CAPACITY) {
            return false;
        }
        entries[size++] = address;
        return true;
    }

    /**
     * Whether there is an object left; waits for others' pieces. Once it says no, all members are
     * done.
     */
    boolean hasNext() {
        if (size == 0) {
            long[] piece = exchange.take();
            System.arraycopy(piece, 0, entries, 0, piece.length);
            size = piece.length;
        } else if (size >= 2 * PIECE && exchange.isWanted()) {
            exchange.give(Arrays.copyOf(entries, PIECE));
            System.arraycopy(entries, PIECE, entries, 0, size - PIECE);
            size -= PIECE;
        }
        return size > 0;
    }

    long pop() {
        return entries[--size];
    }

    /** Where members of a crew leave pieces of their stacks for others. */
    static final class Exchange {
        private static final long[] DONE = {};

        private final int members;
        private final ArrayDeque<long[]> pieces = new ArrayDeque<>();
        private volatile int waiting;
        private boolean failed;

        Exchange(int members) {
            this.members = members;
        }

        boolean isWanted() {
            return waiting > 0;
        }

        synchronized void give(long[] piece) {
            pieces.add(piece);
            notifyAll();
        }

        /** Lets everybody end: a member has failed. */
        synchronized void fail() {
            failed = true;
            notifyAll();
        }

        /** A piece, or an empty one once everybody has run dry. */
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // written under the lock only
        synchronized long[] take() {
            waiting++;
            while (pieces.isEmpty() && waiting < members && !failed) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted while marking", e);
                }
            }
            if (pieces.isEmpty() || failed) {
                notifyAll(); // waiting stays: the others are to see it, too
                return DONE;
            }
            waiting--;
            return pieces.remove();
        }
    }
}
