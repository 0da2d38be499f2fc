/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/**
 * Reads a dump while its target writes it. Fails above a maximum size or duration; the rest can
 * still be drained, so that the target is not blocked.
 */
final class ThreadDumpInputStream extends InputStream {
    private final InputStream in;
    private final long mostBytes;
    private final Duration longest;
    private final long began = System.nanoTime();
    private long bytes;

    ThreadDumpInputStream(InputStream in, long mostBytes, Duration longest) {
        this.in = in;
        this.mostBytes = mostBytes;
        this.longest = longest;
    }

    @Override
    public int read(byte[] buffer, int from, int length) throws IOException {
        if (bytes >= mostBytes) {
            throw new IOException("only %s of a dump are read".formatted(new ByteSize(mostBytes)));
        }
        if (System.nanoTime() - began > longest.toNanos()) {
            throw new IOException("a dump is read for %d s only".formatted(longest.toSeconds()));
        }
        int count = in.read(buffer, from, (int) Math.min(length, mostBytes - bytes));
        bytes += Math.max(0, count);
        return count;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    /** Discards the rest. */
    void drain() throws IOException {
        bytes += in.transferTo(OutputStream.nullOutputStream());
    }

    /** Returns the number of bytes read so far. */
    long bytes() {
        return bytes;
    }

    Duration time() {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
