/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.zstd;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The first part of a compressed block: bytes that are copied as they are.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1.3.1">RFC 8878, 3.1.1.3.1</a>
 */
final class Literals {
    private static final int RAW = 0;
    private static final int ONE_BYTE = 1;
    private static final int COMPRESSED = 2;
    private static final int JUMP_TABLE = 6;
    private static final int STREAMS = 4;

    private final byte[] bytes = new byte[ZstdDecoder.LARGEST_BLOCK];
    private int size;

    /** Of the block before, which a block may go on to use. */
    private @Nullable HuffmanTable table;

    /** A frame begins. */
    void reset() {
        table = null;
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    /** Reads the part; where it ends. */
    int read(byte[] in, int from, int end) {
        int type = in[from] & 3;
        int format = in[from] >> 2 & 3;
        if (type == RAW || type == ONE_BYTE) {
            return readPlain(in, from, end, type, format);
        }
        int headBytes = format == 3 ? 5 : format == 2 ? 4 : 3;
        int width = format == 3 ? 18 : format == 2 ? 14 : 10;
        long head = little(in, from, headBytes) >>> 4;
        size = (int) (head & ((1 << width) - 1));
        int compressed = (int) (head >>> width & ((1 << width) - 1));
        int at = from + headBytes;
        int after = at + compressed;
        require(after <= end && size <= bytes.length);
        if (type == COMPRESSED) {
            HuffmanTable.Described described = HuffmanTable.read(in, at, after);
            table = described.table();
            at = described.end();
        }
        HuffmanTable code = table;
        if (code == null) {
            throw new IllegalArgumentException("a block uses a Huffman code that is not there");
        }
        if (format == 0) {
            code.decode(in, at, after, bytes, 0, size);
        } else {
            readStreams(code, in, at, after);
        }
        return after;
    }

    private int readPlain(byte[] in, int from, int end, int type, int format) {
        int headBytes = (format & 1) == 0 ? 1 : format == 1 ? 2 : 3;
        size = (int) (little(in, from, headBytes) >>> ((format & 1) == 0 ? 3 : 4));
        int at = from + headBytes;
        int after = at + (type == RAW ? size : 1);
        require(after <= end && size <= bytes.length);
        if (type == RAW) {
            System.arraycopy(in, at, bytes, 0, size);
        } else {
            Arrays.fill(bytes, 0, size, in[at]);
        }
        return after;
    }

    private void readStreams(HuffmanTable code, byte[] in, int from, int end) {
        int each = (size + STREAMS - 1) / STREAMS;
        int at = from + JUMP_TABLE;
        require(at <= end && size >= (STREAMS - 1) * each);
        for (int stream = 0; stream < STREAMS; stream++) {
            boolean last = stream == STREAMS - 1;
            int after = last ? end : at + (int) little(in, from + 2 * stream, 2);
            require(after <= end);
            int count = last ? size - (STREAMS - 1) * each : each;
            code.decode(in, at, after, bytes, stream * each, count);
            at = after;
        }
    }

    private static long little(byte[] in, int from, int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value |= (in[from + i] & 0xFFL) << (8 * i);
        }
        return value;
    }

    private static void require(boolean sound) {
        if (!sound) {
            throw new IllegalArgumentException("the literals of a block have a wrong length");
        }
    }
}
