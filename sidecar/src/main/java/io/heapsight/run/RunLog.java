/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.unit.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * The file of a run that is being recorded. Appends whole lines, each with one call, and syncs the
 * file at most once a second. Removes a line that doesn't fit, so that only a crash leaves a
 * partial line.
 *
 * <p>Not thread-safe.
 */
final class RunLog implements AutoCloseable {
    private static final long SYNC_NANOS = 1_000_000_000L;

    private final FileChannel file;
    private final LongSupplier nanoTime;
    private long bytes;
    private long syncedAt;

    private RunLog(FileChannel file, LongSupplier nanoTime) {
        this.file = file;
        this.nanoTime = nanoTime;
        this.syncedAt = nanoTime.getAsLong() - SYNC_NANOS;
    }

    /**
     * Begins a file.
     *
     * @param nanoTime monotonic, as {@link System#nanoTime}
     */
    static RunLog create(Path path, LongSupplier nanoTime) throws IOException {
        return new RunLog(DurableFiles.create(path), nanoTime);
    }

    /** Returns the size. */
    long bytes() {
        return bytes;
    }

    /**
     * Appends a line, which ends with a line feed.
     *
     * @throws IOException if the disk is full; the file is unchanged
     */
    void append(byte[] line) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(line);
        try {
            while (buffer.hasRemaining()) {
                file.write(buffer);
            }
        } catch (IOException e) {
            file.truncate(bytes);
            throw e;
        }
        bytes += line.length;
        if (nanoTime.getAsLong() - syncedAt >= SYNC_NANOS) {
            sync();
        }
    }

    void sync() throws IOException {
        file.force(false);
        syncedAt = nanoTime.getAsLong();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
