/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Splits a stream of bytes into lines. A line longer than {@value #MOST_BYTES} bytes is skipped.
 */
final class LineSplitter {
    private static final int MOST_BYTES = 8 * 1024;

    private final Consumer<String> lines;
    private final byte[] line = new byte[MOST_BYTES];
    private int length;
    private boolean tooLong;
    private long ended;
    private long skipped;
    private long firstSkipped;

    LineSplitter(Consumer<String> lines) {
        this.lines = lines;
    }

    void take(byte[] bytes) {
        take(bytes, bytes.length);
    }

    /**
     * @param count number of bytes at the start of the array
     */
    void take(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            byte each = bytes[i];
            if (each == '\n') {
                end();
            } else if (length == MOST_BYTES) {
                tooLong = true;
            } else {
                line[length++] = each;
            }
        }
    }

    /** Drops an incomplete line. */
    void reset() {
        length = 0;
        tooLong = false;
    }

    /** Skips the rest of the next line. */
    void skipLine() {
        length = 0;
        tooLong = true;
    }

    /** Passes on a last line without an end. */
    void finish() {
        if (length > 0 || tooLong) {
            end();
        }
    }

    /** Number of lines so far, including the one that is being passed on. */
    long ended() {
        return ended;
    }

    /** Number of lines that were skipped because they are too long. */
    long skipped() {
        return skipped;
    }

    /** The number of the first line that was skipped, from 1; 0 if there is none. */
    long firstSkipped() {
        return firstSkipped;
    }

    private void end() {
        ended++;
        if (tooLong && skipped++ == 0) {
            firstSkipped = ended;
        }
        if (!tooLong && length > 0) {
            lines.accept(new String(line, 0, length, StandardCharsets.ISO_8859_1));
        }
        reset();
    }
}
