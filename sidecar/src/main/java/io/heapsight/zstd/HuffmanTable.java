/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.zstd;

/**
 * A Huffman code of literals: by the next bits, the symbol and how many of these bits it takes.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8878#section-4.2">RFC 8878, 4.2</a>
 */
final class HuffmanTable {
    private static final int MOST_BITS = 11;
    private static final int MOST_SYMBOLS = 256;
    private static final int MOST_LOG_OF_WEIGHTS = 6;
    private static final int SYMBOLS_OF_WEIGHTS = 256;
    private static final int DIRECT = 128;

    private final int log;
    private final byte[] symbols;
    private final byte[] bits;

    private HuffmanTable(int log) {
        this.log = log;
        this.symbols = new byte[1 << log];
        this.bits = new byte[1 << log];
    }

    /** A description that was read, and where it ends. */
    record Described(HuffmanTable table, int end) {}

    /** Reads a description. */
    static Described read(byte[] in, int from, int end) {
        int head = in[from] & 0xFF;
        byte[] weights = new byte[MOST_SYMBOLS];
        if (head >= DIRECT) {
            int count = head - DIRECT + 1;
            int after = from + 1 + (count + 1) / 2;
            requireWithin(after, end);
            for (int i = 0; i < count; i++) {
                int pair = in[from + 1 + i / 2] & 0xFF;
                weights[i] = (byte) (i % 2 == 0 ? pair >>> 4 : pair & 15);
            }
            return new Described(of(weights, count), after);
        }
        int after = from + 1 + head;
        requireWithin(after, end);
        int count = readWeights(in, from + 1, after, weights);
        return new Described(of(weights, count), after);
    }

    private static void requireWithin(int after, int end) {
        if (after > end) {
            throw new IllegalArgumentException("the description of a Huffman code is cut");
        }
    }

    /** Two states take turns until the bits are used up. */
    private static int readWeights(byte[] in, int from, int end, byte[] weights) {
        FseTable.Described described =
                FseTable.read(in, from, end, MOST_LOG_OF_WEIGHTS, SYMBOLS_OF_WEIGHTS);
        FseTable table = described.table();
        BitsBackward bits = new BitsBackward();
        bits.reset(in, described.end(), end);
        int one = table.first(bits);
        int other = table.first(bits);
        int count = 0;
        while (true) {
            weights[count++] = (byte) table.symbol(one);
            if (table.bits(one) > bits.left()) {
                weights[count++] = (byte) table.symbol(other);
                return count;
            }
            one = table.next(one, bits);
            int swap = one;
            one = other;
            other = swap;
        }
    }

    /** The weight of the last symbol is not written: it makes the sum a power of two. */
    private static HuffmanTable of(byte[] weights, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += weights[i] > 0 ? 1 << (weights[i] - 1) : 0;
        }
        int log = 32 - Integer.numberOfLeadingZeros(sum);
        int rest = (1 << log) - sum;
        if (sum == 0 || log > MOST_BITS || Integer.bitCount(rest) != 1) {
            throw new IllegalArgumentException("the weights of a Huffman code are wrong");
        }
        weights[count] = (byte) (Integer.numberOfTrailingZeros(rest) + 1);
        HuffmanTable table = new HuffmanTable(log);
        int at = 0;
        for (int weight = 1; weight <= log; weight++) {
            for (int symbol = 0; symbol <= count; symbol++) {
                if (weights[symbol] == weight) {
                    for (int i = 0; i < 1 << (weight - 1); i++, at++) {
                        table.symbols[at] = (byte) symbol;
                        table.bits[at] = (byte) (log + 1 - weight);
                    }
                }
            }
        }
        return table;
    }

    /** Decodes a stream that takes a range of bytes exactly. */
    void decode(byte[] in, int from, int end, byte[] into, int intoFrom, int count) {
        BitsBackward stream = new BitsBackward();
        stream.reset(in, from, end);
        for (int i = 0; i < count; i++) {
            int code = (int) stream.peek(log);
            into[intoFrom + i] = symbols[code];
            stream.skip(bits[code]);
        }
        if (stream.left() != 0) {
            throw new IllegalArgumentException("a stream of literals has another length");
        }
    }
}
