/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Reads lines one by one; skips the rest of an overlong line. */
final class LineReader {
    static final int MAX_LINE_BYTES = 64 * 1024;

    /** Maximum size: 100,000 threads with 50 frames each. */
    private static final long MAX_BYTES = 512L * 1024 * 1024;

    private final InputStream in;
    private final byte[] buffer = new byte[8 * 1024];
    private int position;
    private int limit;
    private byte[] line = new byte[512];
    private int length;
    private int number;
    private long bytes;

    LineReader(InputStream in) {
        this.in = in;
    }

    /** Reads the next line without its end; empty if there is none. */
    Optional<String> next() throws IOException, ThreadFormatException {
        length = 0;
        boolean some = false;
        while (position < limit || refill()) {
            some = true;
            int from = position;
            while (position < limit && buffer[position] != '\n') {
                position++;
            }
            append(from, position - from);
            if (position < limit) {
                position++;
                number++;
                return Optional.of(text());
            }
        }
        number += some ? 1 : 0;
        return some ? Optional.of(text()) : Optional.empty();
    }

    /** Returns the number of the last line, from 1. */
    int number() {
        return number;
    }

    /** Returns the number of bytes read. */
    long bytes() {
        return bytes;
    }

    private boolean refill() throws IOException, ThreadFormatException {
        position = 0;
        limit = Math.max(0, in.read(buffer, 0, buffer.length));
        bytes += limit;
        if (bytes > MAX_BYTES) {
            throw new ThreadFormatException(number + 1, "no end after " + MAX_BYTES + " bytes");
        }
        return limit > 0;
    }

    private void append(int from, int count) {
        int kept = Math.min(count, MAX_LINE_BYTES - length);
        if (length + kept > line.length) {
            line = Arrays.copyOf(line, Math.max(length + kept, 2 * line.length));
        }
        System.arraycopy(buffer, from, line, length, kept);
        length += kept;
    }

    private String text() {
        return new String(line, 0, length, StandardCharsets.UTF_8);
    }
}
