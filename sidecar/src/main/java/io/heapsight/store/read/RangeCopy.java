/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.store.RangeResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Copies the bytes of a response into a file. Another thread may abort it. */
final class RangeCopy implements RangeReader.Sink {
    private static final int BUFFER_BYTES = 64 << 10;

    private final FileChannel to;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private volatile @Nullable InputStream reading;
    private volatile long position;
    private volatile long movedAt;
    private long end;

    /** Thrown if the disk, not the response, fails. */
    static final class WriteFailure extends IOException {
        private static final long serialVersionUID = 1L;

        WriteFailure(IOException cause) {
            super(cause.getMessage(), cause);
        }

        /** Returns the failure of the disk. */
        IOException reason() {
            return getCause() instanceof IOException io ? io : this;
        }
    }

    RangeCopy(FileChannel to) {
        this.to = to;
    }

    /** Sets the position in the object and the file, and the end of the range. */
    void seek(long position, long end) {
        this.position = position;
        this.end = end;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void take(RangeResponse from) throws IOException {
        movedAt = System.nanoTime();
        reading = from.body();
        try {
            while (position < end) {
                int wanted = (int) Math.min(buffer.length, end - position);
                int read = from.body().read(buffer, 0, wanted);
                if (read < 0) {
                    return;
                }
                write(read);
                movedAt = System.nanoTime();
            }
        } finally {
            reading = null;
        }
    }

    private void write(int length) throws WriteFailure {
        ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, length);
        long begin = position;
        try {
            while (bytes.hasRemaining()) {
                to.write(bytes, begin + bytes.position());
            }
            position = begin + length;
        } catch (IOException e) {
            throw new WriteFailure(e);
        }
    }

    /** Closes the response; a waiting read then fails. */
    void abort() {
        InputStream open = reading;
        if (open != null) {
            try {
                open.close();
            } catch (IOException _) {
                return; // it is closed anyhow
            }
        }
    }

    /** Closes the response if no byte has arrived for a time. */
    void abortIfStalled(Duration longest) {
        if (reading != null && System.nanoTime() - movedAt > longest.toNanos()) {
            abort();
        }
    }
}
