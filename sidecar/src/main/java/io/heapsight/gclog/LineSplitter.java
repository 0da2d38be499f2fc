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

    LineSplitter(Consumer<String> lines) {
        this.lines = lines;
    }

    void take(byte[] bytes) {
        for (byte each : bytes) {
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

    private void end() {
        if (!tooLong && length > 0) {
            lines.accept(new String(line, 0, length, StandardCharsets.ISO_8859_1));
        }
        reset();
    }
}
