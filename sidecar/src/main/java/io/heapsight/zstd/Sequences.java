/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.zstd;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The second part of a compressed block: how many literals to copy, and then how much of what was
 * decompressed before, again and again.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1.3.2">RFC 8878, 3.1.1.3.2</a>
 */
final class Sequences {
    private static final int[] LITERALS_NORM = {
        4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1,
        1, 1, -1, -1, -1, -1
    };
    private static final int[] MATCH_NORM = {
        1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1
    };
    private static final int[] OFFSET_NORM = {
        1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1
    };
    private static final int[] LITERALS_BASE = {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 40, 48,
        64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536
    };
    private static final int[] LITERALS_BITS = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10,
        11, 12, 13, 14, 15, 16
    };
    private static final int[] MATCH_BASE = {
        3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
        27, 28, 29, 30, 31, 32, 33, 34, 35, 37, 39, 41, 43, 47, 51, 59, 67, 83, 99, 131, 259, 515,
        1027, 2051, 4099, 8195, 16387, 32771, 65539
    };
    private static final int[] MATCH_BITS = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
    };
    private static final int MOST_OFFSET_CODE = 31;

    private static final Code OF_LITERALS =
            new Code(0, FseTable.of(6, LITERALS_NORM), 9, LITERALS_BASE.length);
    private static final Code OF_OFFSETS =
            new Code(1, FseTable.of(5, OFFSET_NORM), 8, MOST_OFFSET_CODE + 1);
    private static final Code OF_MATCHES =
            new Code(2, FseTable.of(6, MATCH_NORM), 9, MATCH_BASE.length);

    /**
     * One of the three codes.
     *
     * @param predefined what a block uses that describes none
     * @param mostLog of the states of a code that a block describes
     */
    private record Code(int index, FseTable predefined, int mostLog, int symbols) {}

    private final Literals literals;
    private final Window window;
    private final @Nullable FseTable[] tables = new @Nullable FseTable[3];
    private final BitsBackward bits = new BitsBackward();
    private final long[] offsets = new long[3];
    private int at;

    Sequences(Literals literals, Window window) {
        this.literals = literals;
        this.window = window;
    }

    /** A frame begins. */
    void reset() {
        Arrays.fill(tables, null);
        offsets[0] = 1;
        offsets[1] = 4;
        offsets[2] = 8;
    }

    /** Decodes the part and writes what the block holds. */
    void decode(byte[] in, int from, int end) {
        at = from;
        int count = count(in, end);
        int copied = 0;
        if (count > 0) {
            int modes = in[at++];
            FseTable byLiterals = table(OF_LITERALS, modes >> 6 & 3, in, end);
            FseTable byOffset = table(OF_OFFSETS, modes >> 4 & 3, in, end);
            FseTable byMatch = table(OF_MATCHES, modes >> 2 & 3, in, end);
            bits.reset(in, at, end);
            copied = run(count, byLiterals, byOffset, byMatch);
        }
        window.write(literals.bytes(), copied, literals.size() - copied);
    }

    private int count(byte[] in, int end) {
        int first = in[at++] & 0xFF;
        if (first == 255) {
            at += 2;
            return (in[at - 2] & 0xFF) + ((in[at - 1] & 0xFF) << 8) + 0x7F00;
        }
        if (at > end) {
            throw new IllegalArgumentException("a block ends before its sequences");
        }
        return first < 128 ? first : ((first - 128) << 8) + (in[at++] & 0xFF);
    }

    private FseTable table(Code code, int mode, byte[] in, int end) {
        FseTable known = tables[code.index];
        FseTable table;
        if (mode == 0) {
            table = code.predefined;
        } else if (mode == 1) {
            table = FseTable.ofOne(in[at++] & 0xFF);
        } else if (mode == 2) {
            FseTable.Described described =
                    FseTable.read(in, at, end, code.mostLog, code.symbols);
            table = described.table();
            at = described.end();
        } else if (known != null) {
            table = known;
        } else {
            throw new IllegalArgumentException("a block repeats a code that is not there");
        }
        tables[code.index] = table;
        return table;
    }

    private int run(int count, FseTable byLiterals, FseTable byOffset, FseTable byMatch) {
        int ofLiterals = byLiterals.first(bits);
        int ofOffset = byOffset.first(bits);
        int ofMatch = byMatch.first(bits);
        int copied = 0;
        for (int i = 0; i < count; i++) {
            int offsetCode = byOffset.symbol(ofOffset);
            int matchCode = byMatch.symbol(ofMatch);
            int literalsCode = byLiterals.symbol(ofLiterals);
            if (offsetCode > MOST_OFFSET_CODE) {
                throw new IllegalArgumentException("an offset has too many bits");
            }
            long offset = (1L << offsetCode) + bits.read(offsetCode);
            int match = MATCH_BASE[matchCode] + (int) bits.read(MATCH_BITS[matchCode]);
            int plain = LITERALS_BASE[literalsCode] + (int) bits.read(LITERALS_BITS[literalsCode]);
            if (i < count - 1) {
                ofLiterals = byLiterals.next(ofLiterals, bits);
                ofMatch = byMatch.next(ofMatch, bits);
                ofOffset = byOffset.next(ofOffset, bits);
            }
            if (plain > literals.size() - copied) {
                throw new IllegalArgumentException("a sequence takes more literals than there are");
            }
            window.write(literals.bytes(), copied, plain);
            copied += plain;
            window.repeat(offset(offset, plain == 0), match);
        }
        if (bits.left() != 0) {
            throw new IllegalArgumentException("the sequences have another length");
        }
        return copied;
    }

    /** Small values name one of the last three offsets. */
    private long offset(long value, boolean withoutLiterals) {
        if (value > 3) {
            offsets[2] = offsets[1];
            offsets[1] = offsets[0];
            offsets[0] = value - 3;
            return offsets[0];
        }
        int index = (int) value - 1 + (withoutLiterals ? 1 : 0);
        if (index == 0) {
            return offsets[0];
        }
        long offset = index == 3 ? offsets[0] - 1 : offsets[index];
        if (index > 1) {
            offsets[2] = offsets[1];
        }
        offsets[1] = offsets[0];
        offsets[0] = offset;
        return offset;
    }
}
