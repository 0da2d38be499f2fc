/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.store.ObjectReader;
import io.heapsight.store.RangeResponse;
import io.heapsight.store.ReadFailures;
import io.heapsight.store.StoreFailure;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Streams an object from its first byte to its last without storing it. Fetches ranges of one
 * version ahead in parallel, and retries each after a failure. If a service has no ranges or
 * versions, uses one connection, and a failure ends the stream. For one thread.
 */
public final class ObjectStream extends InputStream {
    public static final ObjectDownload.Limits USUAL =
            new ObjectDownload.Limits(
                    4, 4L << 20, 6, Duration.ofMillis(500), Duration.ofMinutes(1));

    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    private final String where;
    private final ObjectDownload.Limits limits;
    private final Progress progress;
    private final CancelSignal cancel;
    private final ArrayDeque<Fetch> ahead = new ArrayDeque<>();
    private final long bytes;
    private final RangeReader reader;

    /** The only response of a service without ranges. */
    private final @Nullable InputStream whole;

    private long requested;
    private long position;
    private byte[] range = new byte[0];
    private int at;

    private ObjectStream(
            ObjectReader source,
            String key,
            String where,
            ObjectDownload.Limits limits,
            Progress progress,
            CancelSignal cancel)
            throws StoreFailure {
        this.where = where;
        this.limits = limits;
        this.progress = progress;
        this.cancel = cancel;
        RangeResponse first = source.open(key, 0, limits.rangeBytes(), Optional.empty());
        bytes = first.objectBytes().orElse(0);
        reader =
                new RangeReader(
                        new RangeReader.Source(source, key, where, first.version(), bytes),
                        limits,
                        cancel);
        if (first.isWhole()) {
            whole = first.body();
        } else if (first.version().isEmpty()) {
            abort(first);
            whole = source.open(key, 0, SequentialDownload.LONGEST, Optional.empty()).body();
        } else {
            whole = null;
            fetch(Optional.of(first));
        }
    }

    /**
     * Opens an object.
     *
     * @param where the object in messages
     * @throws StoreFailure if it can't be read
     */
    public static ObjectStream open(
            ObjectReader source,
            String key,
            String where,
            ObjectDownload.Limits limits,
            Progress progress,
            CancelSignal cancel)
            throws StoreFailure {
        return new ObjectStream(source, key, where, limits, progress, cancel);
    }

    /** Returns the size of the object; 0 if the service does not send it. */
    public long bytes() {
        return bytes;
    }

    /** Returns the number of bytes read so far. */
    public long position() {
        return position;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
        cancel.throwIfCancelled();
        int count =
                whole == null ? readRanges(into, from, most) : readWhole(whole, into, from, most);
        position += Math.max(0, count);
        progress.at("reading", position, bytes);
        return count;
    }

    private int readWhole(InputStream body, byte[] into, int from, int most) throws IOException {
        int count;
        try {
            count = body.read(into, from, most);
        } catch (IOException e) {
            throw ReadFailures.broken(where, position, e);
        }
        if (count < 0 && bytes > 0 && position != bytes) {
            throw ReadFailures.broken(
                    where, position, new IOException("it ended before its last byte"));
        }
        return count;
    }

    private int readRanges(byte[] into, int from, int most) throws IOException {
        if (at == range.length) {
            while (requested < bytes && ahead.size() < limits.connections()) {
                fetch(Optional.empty());
            }
            Fetch next = ahead.poll();
            if (next == null) {
                return -1;
            }
            range = next.await();
            at = 0;
        }
        int count = Math.min(most, range.length - at);
        System.arraycopy(range, at, into, from, count);
        at += count;
        return count;
    }

    private void fetch(Optional<RangeResponse> opened) {
        long end = Math.min(bytes, requested + limits.rangeBytes());
        Fetch fetch = new Fetch(requested, end);
        requested = end;
        ahead.add(fetch);
        Thread.ofVirtual().start(() -> fetch.run(opened));
    }

    /** A range on its way. */
    private final class Fetch implements RangeReader.Sink {
        private final long start;
        private final byte[] content;
        private final CompletableFuture<byte[]> done = new CompletableFuture<>();
        private volatile @Nullable RangeResponse reading;
        private volatile long movedAt = System.nanoTime();
        private int arrived;

        Fetch(long start, long end) {
            this.start = start;
            content = new byte[(int) (end - start)];
        }

        void run(Optional<RangeResponse> opened) {
            try {
                reader.read(this, start + content.length, opened);
                done.complete(content);
            } catch (IOException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        }

        @Override
        public long position() {
            return start + arrived;
        }

        @Override
        public void take(RangeResponse answer) throws IOException {
            reading = answer;
            movedAt = System.nanoTime();
            try {
                int read = 0;
                while (read >= 0 && arrived < content.length) {
                    read = answer.body().read(content, arrived, content.length - arrived);
                    arrived += Math.max(0, read);
                    movedAt = System.nanoTime();
                }
            } finally {
                reading = null;
            }
        }

        byte[] await() throws IOException {
            while (true) {
                cancel.throwIfCancelled();
                try {
                    return done.get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
                } catch (TimeoutException _) {
                    abortIfStalled();
                } catch (ExecutionException e) {
                    throw e.getCause() instanceof IOException io
                            ? io
                            : new IOException(e.getCause());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted", e);
                }
            }
        }

        private void abortIfStalled() {
            if (System.nanoTime() - movedAt > limits.longestStall().toNanos()) {
                abort();
            }
        }

        void abort() {
            RangeResponse open = reading;
            if (open != null) {
                ObjectStream.abort(open);
            }
        }
    }

    private static void abort(RangeResponse open) {
        try {
            open.close();
        } catch (IOException _) {
            return; // it is closed anyhow
        }
    }

    @Override
    public void close() throws IOException {
        ahead.forEach(Fetch::abort);
        if (whole != null) {
            whole.close();
        }
    }
}
