/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.redact;

import io.heapsight.hprof.HprofBytes;
import io.heapsight.unit.CancelSignal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.function.LongConsumer;

/**
 * Writes a redacted dump from start to end: each call copies or blanks the bytes up to a position.
 * Uses up to 256 KiB.
 */
final class RedactedOutput {
    private static final int WINDOW = 1 << 18;

    private final HprofBytes dump;
    private final long dumpEnd;
    private final WritableByteChannel channel;
    private final LongConsumer progress;
    private final CancelSignal cancel;
    private final ByteBuffer window;
    private long windowStart;
    private long position;

    /**
     * @param dumpEnd position where writing ends
     * @param progress receives, from time to time, the number of bytes written
     */
    RedactedOutput(
            HprofBytes dump,
            long dumpEnd,
            WritableByteChannel channel,
            LongConsumer progress,
            CancelSignal cancel) {
        this.dump = dump;
        this.dumpEnd = dumpEnd;
        this.channel = channel;
        this.progress = progress;
        this.cancel = cancel;
        this.window = ByteBuffer.allocateDirect((int) Math.min(WINDOW, dumpEnd)).limit(0);
    }

    /** Copies the bytes up to a position. */
    void keep(long end) {
        while (position < end) {
            position = windowEnd(end);
        }
    }

    /** Writes zeros up to a position. */
    void blank(long end) {
        fill(end, (byte) 0);
    }

    /** Writes asterisks up to a position. */
    void blankText(long end) {
        fill(end, (byte) '*');
    }

    private void fill(long end, byte value) {
        while (position < end) {
            long to = windowEnd(end);
            for (int at = (int) (position - windowStart); at < to - windowStart; at++) {
                window.put(at, value);
            }
            position = to;
        }
    }

    /**
     * The end of the window, at most {@code end}; writes the window and moves it when it is
     * complete.
     */
    private long windowEnd(long end) {
        if (position == windowStart + window.limit()) {
            write();
            windowStart = position;
            int some = (int) Math.min(window.capacity(), dumpEnd - position);
            window.clear();
            dump.copyTo(window, position, some);
            window.flip();
        }
        return Math.min(end, windowStart + window.limit());
    }

    /**
     * Writes the window.
     *
     * @throws UncheckedIOException if the channel fails
     */
    private void write() {
        cancel.throwIfCancelled();
        try {
            while (window.hasRemaining()) {
                channel.write(window);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        progress.accept(position);
    }

    /** Writes the rest; the position must be the end of the dump. */
    void end() {
        if (position != dumpEnd) {
            throw new IllegalStateException("ended at " + position + " of " + dumpEnd);
        }
        write();
    }
}
