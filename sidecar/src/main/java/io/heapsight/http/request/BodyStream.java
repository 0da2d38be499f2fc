/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.request;

import io.heapsight.unit.IoReason;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, read on a virtual thread as it arrives. The next piece is requested after
 * the previous one was read, so a large body needs the memory of one piece.
 */
final class BodyStream extends InputStream {
    private static final int PATIENCE_SECONDS = 60;

    private final HttpServerRequest request;
    private final Context context;
    private final long mostBytes;
    private final BlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(4);
    private Piece piece = new Piece(Buffer.buffer(), null);
    private int at;
    private long bytes;
    private boolean ended;

    /**
     * A piece.
     *
     * @param buffer empty at the end
     * @param failure the reason if the body breaks off
     */
    private record Piece(Buffer buffer, @Nullable String failure) {}

    /**
     * Creates the stream; call it on the event loop, before any byte of the body has arrived.
     *
     * @param mostBytes maximum length
     * @param broken runs on the event loop if the rest can't be read
     */
    BodyStream(HttpServerRequest request, Context context, long mostBytes, Runnable broken) {
        this.request = request;
        this.context = context;
        this.mostBytes = mostBytes;
        request.pause();
        request.exceptionHandler(
                e -> {
                    broken.run();
                    offer(new Piece(Buffer.buffer(), "it broke off: " + IoReason.of(e)));
                });
        request.handler(buffer -> offer(new Piece(buffer, null)));
        request.endHandler(_ -> offer(new Piece(Buffer.buffer(), null)));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (at == piece.buffer().length() && (ended || !next())) {
            return -1;
        }
        int count = Math.min(length, piece.buffer().length() - at);
        piece.buffer().getBytes(at, at + count, into, offset);
        at += count;
        return count;
    }

    private boolean next() throws IOException {
        context.runOnContext(_ -> request.fetch(1));
        Piece come;
        try {
            come = pieces.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        if (come == null) {
            throw new IOException("no data for " + PATIENCE_SECONDS + " seconds");
        }
        if (come.failure() != null) {
            throw new IOException(come.failure());
        }
        bytes += come.buffer().length();
        if (bytes > mostBytes) {
            throw new IOException("it exceeds " + mostBytes + " bytes");
        }
        piece = come;
        at = 0;
        ended = come.buffer().length() == 0;
        return !ended;
    }

    private void offer(Piece come) {
        if (!pieces.offer(come)) {
            throw new IllegalStateException("more pieces than requested");
        }
    }
}
