/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.zstd;

/**
 * A code of finite state entropy: by state, the symbol, and how many bits to read to come to the
 * next state.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8878#section-4.1">RFC 8878, 4.1</a>
 */
final class FseTable {
    private static final int LEAST_LOG = 5;

    private final int log;
    private final byte[] symbols;
    private final byte[] bits;
    private final int[] bases;

    private FseTable(int log) {
        this.log = log;
        this.symbols = new byte[1 << log];
        this.bits = new byte[1 << log];
        this.bases = new int[1 << log];
    }

    /** One symbol, always. */
    static FseTable ofOne(int symbol) {
        FseTable table = new FseTable(0);
        table.symbols[0] = (byte) symbol;
        return table;
    }

    /**
     * From the probabilities of symbols.
     *
     * @param norm by symbol how many states it has; -1 for less than one
     */
    static FseTable of(int log, int[] norm) {
        FseTable table = new FseTable(log);
        int size = 1 << log;
        int high = size;
        int[] next = new int[norm.length];
        for (int symbol = 0; symbol < norm.length; symbol++) {
            if (norm[symbol] == -1) {
                table.symbols[--high] = (byte) symbol;
                next[symbol] = 1;
            }
        }
        int step = (size >> 1) + (size >> 3) + 3;
        int at = 0;
        for (int symbol = 0; symbol < norm.length; symbol++) {
            if (norm[symbol] > 0) {
                next[symbol] = norm[symbol];
                for (int i = 0; i < norm[symbol]; i++) {
                    table.symbols[at] = (byte) symbol;
                    do {
                        at = (at + step) & (size - 1);
                    } while (at >= high);
                }
            }
        }
        for (int state = 0; state < size; state++) {
            int value = next[table.symbols[state] & 0xFF]++;
            int count = log - (31 - Integer.numberOfLeadingZeros(value));
            table.bits[state] = (byte) count;
            table.bases[state] = (value << count) - size;
        }
        return table;
    }

    /** A description that was read, and where it ends. */
    record Described(FseTable table, int end) {}

    /**
     * Reads a description.
     *
     * @param mostLog of a code of its kind
     * @param symbols how many there may be
     */
    static Described read(byte[] in, int from, int end, int mostLog, int symbols) {
        BitsForward bits = new BitsForward(in, from, end);
        int log = bits.read(4) + LEAST_LOG;
        if (log > mostLog) {
            throw new IllegalArgumentException("a code has more states than allowed");
        }
        int[] norm = new int[symbols];
        int remaining = 1 << log;
        int symbol = 0;
        while (remaining > 0) {
            int width = 32 - Integer.numberOfLeadingZeros(remaining + 1);
            int value = bits.read(width);
            int lower = (1 << (width - 1)) - 1;
            int threshold = (1 << width) - 1 - (remaining + 1);
            if ((value & lower) < threshold) {
                bits.rewind();
                value &= lower;
            } else if (value > lower) {
                value -= threshold;
            }
            int probability = value - 1;
            remaining -= Math.abs(probability);
            norm[symbol++] = probability;
            symbol += probability == 0 ? bits.repeats() : 0;
        }
        if (remaining < 0) {
            throw new IllegalArgumentException("the probabilities of a code add up to too much");
        }
        return new Described(of(log, norm), bits.endOfByte());
    }

    int log() {
        return log;
    }

    int symbol(int state) {
        return symbols[state] & 0xFF;
    }

    int bits(int state) {
        return bits[state];
    }

    int base(int state) {
        return bases[state];
    }

    /** The first state of a stream. */
    int first(BitsBackward in) {
        return (int) in.read(log);
    }

    /** The state after one. */
    int next(int state, BitsBackward in) {
        return bases[state] + (int) in.read(bits[state]);
    }
}
