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
 * Writes a redacted dump from its start to its end: every call says what becomes of the bytes up to
 * a position. Takes up to 256 KiB.
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
     * @param dumpEnd where writing ends
     * @param progress is told now and then how many bytes are written
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

    /** The bytes up to there stay. */
    void keep(long end) {
        while (position < end) {
            position = windowEnd(end);
        }
    }

    /** The bytes up to there become zeroes. */
    void blank(long end) {
        fill(end, (byte) 0);
    }

    /** The text up to there becomes asterisks. */
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

    /** How far towards an end the window goes, which is written and moved on when it is done. */
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
     * @throws UncheckedIOException when the channel can't
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

    /** Writes what is left; the position is the end of the dump. */
    void end() {
        if (position != dumpEnd) {
            throw new IllegalStateException("ended at " + position + " of " + dumpEnd);
        }
        write();
    }
}
