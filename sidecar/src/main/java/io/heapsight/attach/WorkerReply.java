/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a worker's reply in parts as it arrives. At most 64 parts of 16 KiB wait for the reader;
 * beyond that, the worker's other replies wait, too.
 */
final class WorkerReply extends InputStream {
    private static final int MAX_PARTS = 64;
    private static final long LOOK_EVERY_MILLIS = 25;
    private static final String PHASE = "waiting for the worker";

    private final BlockingQueue<WorkerFrame> parts = new ArrayBlockingQueue<>(MAX_PARTS);
    private final Deadline deadline;
    private final Runnable onClose;
    private volatile boolean closed;
    private volatile @Nullable String failure;
    private byte[] part = new byte[0];
    private int position;
    private boolean complete;

    WorkerReply(Deadline deadline, Runnable onClose) {
        this.deadline = deadline;
        this.onClose = onClose;
    }

    /** Adds a part; called by the thread that reads the pipe. */
    void take(WorkerFrame frame) {
        try {
            boolean taken = false;
            while (!closed && !taken) {
                taken = parts.offer(frame, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Records that no further part will arrive. */
    void fail(String reason) {
        failure = reason;
    }

    /** Waits until the JVM has accepted or refused the command. */
    void awaitStart() throws IOException {
        fill();
    }

    @Override
    public int read() throws IOException {
        return fill() ? part[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, part.length - position);
        System.arraycopy(part, position, bytes, offset, count);
        position += count;
        return count;
    }

    private boolean fill() throws IOException {
        while (position == part.length && !complete) {
            WorkerFrame frame = next();
            switch (frame.kind()) {
                case DATA -> {
                    part = frame.body();
                    position = 0;
                }
                case END -> complete = true;
                case PROBLEM -> throw failed(frame.parse(WorkerRequestCodec::readFailure));
                case IO_ERROR ->
                        throw new IOException(new String(frame.body(), StandardCharsets.UTF_8));
                case COMMAND,
                        CANCEL,
                        READ,
                        READ_ALL,
                        READ_LINK,
                        LIST,
                        STATUS,
                        IS_WRITABLE,
                        DELETE,
                        TRUNCATE,
                        PUNCH,
                        WRITE,
                        USABLE_BYTES,
                        THREAD_ADDRESSES ->
                        throw new IOException("not a reply: " + frame.kind());
            }
        }
        return !complete || position < part.length;
    }

    private WorkerFrame next() throws IOException {
        try {
            while (true) {
                WorkerFrame frame = parts.poll(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
                if (frame != null) {
                    return frame;
                }
                String reason = failure;
                if (reason != null && parts.isEmpty()) {
                    throw new IOException(reason);
                }
                var reached = deadline.reached(PHASE);
                if (reached.isPresent()) {
                    throw failed(reached.get());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(new AttachFailure.Cancelled(PHASE), e);
        }
    }

    private static IOException failed(AttachFailure failure) {
        return failed(failure, null);
    }

    private static IOException failed(AttachFailure failure, @Nullable Throwable cause) {
        return new IOException(failure.problem().detail(), new AttachException(failure, cause));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            onClose.run();
        }
    }
}
