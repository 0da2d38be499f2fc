/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import io.heapsight.hprof.HprofBytes;

/**
 * Stands on a character in the bytes of an array, and reads those before and behind it. Whether a
 * character takes one byte or two is told by the byte behind it: ASCII characters of two bytes have
 * a zero there, in whichever order these are. Not shared by threads.
 */
final class Characters {
    /** What is no character of ASCII, or beyond the array. */
    static final char OTHER = '\uffff';

    private static final int ASCII = 128;

    private final HprofBytes bytes;
    private long from;
    private long end;
    private long at;
    private int width;

    Characters(HprofBytes bytes) {
        this.bytes = bytes;
    }

    /** The array that lies in a range of the file. */
    void open(long begin, long length) {
        from = begin;
        end = begin + length;
    }

    /** Goes to the character at a position of the file. */
    void moveTo(long position) {
        at = position;
        width = position + 1 < end && bytes.u1(position + 1) == 0 ? 2 : 1;
    }

    /** The character so far behind, or before, the one it stands on. */
    char at(long distance) {
        long position = at + distance * width;
        if (position < from || position >= end) {
            return OTHER;
        }
        int high = width == 1 || position + 1 == end ? 0 : bytes.u1(position + 1);
        int low = bytes.u1(position);
        return high == 0 && low < ASCII ? (char) low : OTHER;
    }

    /** Whether a text begins so far behind the character it stands on. */
    boolean has(long distance, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (at(distance + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a text begins there, in capitals or not; it is given in small letters. */
    boolean hasIgnoringCase(long distance, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.toLowerCase(at(distance + i)) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** How many characters of a set there are from a place on, so many at most. */
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
