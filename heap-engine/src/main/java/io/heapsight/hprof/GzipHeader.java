/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The header of a gzip member (RFC 1952).
 *
 * <pre>
 *   1F 8B 08, flags (u1), time (u4), extra flags (u1), system (u1)
 *   flags &amp; 4   n (u2, little-endian), n bytes
 *   flags &amp; 8   a name that ends with 0
 *   flags &amp; 16  a comment that ends with 0
 *   flags &amp; 2   u2
 * </pre>
 *
 * @param length of the header; -1 if the bytes end within it
 * @param comment null without one
 * @param malformed whether it is not a gzip header
 */
record GzipHeader(int length, @Nullable String comment, boolean malformed) {
    /** Maximum length of a header; real ones are shorter. */
    static final int LONGEST = 1 << 16;

    private static final int FIXED = 10;
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xE0;

    private static final String BLOCK_SIZE = "HPROF BLOCKSIZE=";
    private static final int MOST_DIGITS = 9;

    private static final GzipHeader CUT = new GzipHeader(-1, null, false);
    private static final GzipHeader MALFORMED = new GzipHeader(-1, null, true);

    static boolean isMagic(int first, int second) {
        return first == 0x1F && second == 0x8B;
    }

    /** Reads the header at the buffer's position without moving it. */
    static GzipHeader read(ByteBuffer in) {
        int at = in.position();
        int end = in.limit();
        if (end - at < FIXED) {
            return startsLikeAHeader(in) ? CUT : MALFORMED;
        }
        int flags = in.get(at + 3);
        if (!startsLikeAHeader(in) || (flags & RESERVED) != 0) {
            return MALFORMED;
        }
        int next = at + FIXED;
        if ((flags & EXTRA) != 0) {
            if (end - next < Short.BYTES) {
                return CUT;
            }
            next += Short.BYTES + (in.get(next) & 0xFF) + ((in.get(next + 1) & 0xFF) << 8);
        }
        if ((flags & NAME) != 0) {
            next = afterZero(in, next);
        }
        String comment = null;
        if ((flags & COMMENT) != 0) {
            int start = next;
            next = afterZero(in, next);
            comment = next > end ? null : text(in, start, next - 1);
        }
        if ((flags & HEADER_CRC) != 0) {
            next += Short.BYTES;
        }
        return next > end ? CUT : new GzipHeader(next - at, comment, false);
    }

    private static boolean startsLikeAHeader(ByteBuffer in) {
        byte[] start = {0x1F, (byte) 0x8B, 8};
        for (int i = 0; i < Math.min(start.length, in.remaining()); i++) {
            if (in.get(in.position() + i) != start[i]) {
                return false;
            }
        }
        return true;
    }

    private static int afterZero(ByteBuffer in, int from) {
        int at = from;
        while (at < in.limit() && in.get(at) != 0) {
            at++;
        }
        return at + 1;
    }

    private static String text(ByteBuffer in, int from, int to) {
        byte[] bytes = new byte[to - from];
        in.get(from, bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /**
     * Maximum bytes of each of HotSpot's blocks when inflated, from the first member's comment; 0
     * without such a comment.
     *
     * @see <a
     *     href="https://github.com/openjdk/jdk/blob/jdk-25+36/src/hotspot/share/services/heapDumperCompression.cpp">heapDumperCompression.cpp</a>
     */
    int blockSize() {
        if (comment == null || !comment.startsWith(BLOCK_SIZE)) {
            return 0;
        }
        String digits = comment.substring(BLOCK_SIZE.length());
        boolean isNumber =
                digits.length() <= MOST_DIGITS
                        && !digits.isEmpty()
                        && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Integer.parseInt(digits) : 0;
    }
}
