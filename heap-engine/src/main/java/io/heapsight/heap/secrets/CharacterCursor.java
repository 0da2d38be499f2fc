/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import io.heapsight.hprof.HprofBytes;

/**
 * A cursor over the characters in the bytes of an array. A character has two bytes if the byte
 * after it is zero: this holds for ASCII characters of two bytes in both byte orders. Not
 * thread-safe.
 */
final class CharacterCursor {
    /** A character outside of ASCII, or a position outside of the array. */
    static final char OTHER = '\uffff';

    private static final int ASCII = 128;

    private final HprofBytes bytes;
    private long from;
    private long end;
    private long at;
    private int width;

    CharacterCursor(HprofBytes bytes) {
        this.bytes = bytes;
    }

    /** Opens the array in a range of the file. */
    void open(long begin, long length) {
        from = begin;
        end = begin + length;
    }

    /** Moves to the character at a position of the file. */
    void moveTo(long position) {
        at = position;
        width = position + 1 < end && bytes.u1(position + 1) == 0 ? 2 : 1;
    }

    /** The character at a distance from the current one, which may be negative. */
    char at(long distance) {
        long position = at + distance * width;
        if (position < from || position >= end) {
            return OTHER;
        }
        int high = width == 1 || position + 1 == end ? 0 : bytes.u1(position + 1);
        int low = bytes.u1(position);
        return high == 0 && low < ASCII ? (char) low : OTHER;
    }

    /** Whether a text begins at a distance from the current character. */
    boolean has(long distance, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (at(distance + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Like {@link #has}, ignoring case; the text is in lower case. */
    boolean hasIgnoringCase(long distance, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.toLowerCase(at(distance + i)) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The number of consecutive characters of a set from a place on, at most {@code most}. */
    int run(long distance, AsciiSet set, int most) {
        int length = 0;
        while (length < most && set.contains(at(distance + length))) {
            length++;
        }
        return length;
    }

    /** The characters from a place on. */
    String text(long distance, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(at(distance + i));
        }
        return text.toString();
    }
}
