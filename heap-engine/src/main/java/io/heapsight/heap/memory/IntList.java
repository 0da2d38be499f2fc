/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import java.util.Arrays;

/**
 * Stores a growing list of fewer than 2^31 ints, in pieces of 1 MiB from a {@link MemoryBudget} or
 * its files.
 */
public final class IntList implements AutoCloseable {
    public static final long PIECE_BYTES = 1 << 20;

    private static final int PIECE_BITS = 18;
    private static final int IN_PIECE = (1 << PIECE_BITS) - 1;

    private final MemoryBudget budget;
    private final String purpose;
    private IntArray[] pieces = new IntArray[0];
    private int size;

    public IntList(MemoryBudget budget, String purpose) {
        this.budget = budget;
        this.purpose = purpose;
    }

    /** The number of pieces of a list of this size. */
    public static long pieces(long size) {
        return Math.ceilDiv(size, IN_PIECE + 1L);
    }

    public int size() {
        return size;
    }

    /** Copies this many numbers, starting at an index, into an array. */
    public void copy(int from, int[] into, int count) {
        for (int i = 0; i < count; i++) {
            into[i] = pieces[(from + i) >>> PIECE_BITS].get((from + i) & IN_PIECE);
        }
    }

    /** Announces that some numbers are read next: see {@link IntArray#willRead}. */
    public void willRead(long from, long end) {
        for (long at = from; at < Math.min(end, size); at = (at | IN_PIECE) + 1) {
            pieces[(int) (at >>> PIECE_BITS)].willRead(
                    at & IN_PIECE, Math.min((at & IN_PIECE) + end - at, IN_PIECE + 1L));
        }
    }

    /**
     * Appends the first numbers of an array.
     *
     * @param spared bytes of memory to leave free; otherwise a piece is a file
     */
    public void addAll(int[] values, int count, long spared) throws BudgetExceededException {
        int done = 0;
        while (done < count) {
            int at = size & IN_PIECE;
            if (at == 0) {
                addPiece(spared);
            }
            IntArray piece = pieces[pieces.length - 1];
            int end = Math.min(count, done + IN_PIECE + 1 - at);
            size = Math.addExact(size, end - done);
            while (done < end) {
                piece.set(at++, values[done++]);
            }
        }
    }

    private void addPiece(long spared) throws BudgetExceededException {
        IntArray piece = IntArray.reserveOrSpill(budget, IN_PIECE + 1L, spared, purpose);
        pieces = Arrays.copyOf(pieces, pieces.length + 1);
        pieces[pieces.length - 1] = piece;
    }

    @Override
    public void close() {
        for (IntArray piece : pieces) {
            piece.close();
        }
        pieces = new IntArray[0];
    }
}
