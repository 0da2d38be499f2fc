/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.answer;

import io.heapsight.http.request.FormatNegotiation;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.unit.Problem;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Writes one response. Any thread may call it; the event loop does all writes. A piece is written
 * when the previous one has been sent, so that a slow reader costs at most the memory of one piece.
 */
public final class ResponseWriter {
    /** Timeout for a caller to read one piece. */
    private static final int MAX_WRITE_SECONDS = 60;

    private static final int MOST_BYTES_LEFT_ALONE = 64 * 1024;
    private static final int MOST_BYTES_UNREAD = 8 * 1024;

    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final Context context;

    public ResponseWriter(HttpServerRequest request, Context context) {
        this.request = request;
        this.response = request.response();
        this.context = context;
    }

    /** Continues after the caller has read all bytes sent so far; on the event loop. */
    public void whenRead(Runnable then) {
        response.setWriteQueueMaxSize(MOST_BYTES_UNREAD);
        if (response.writeQueueFull()) {
            response.drainHandler(_ -> then.run());
        } else {
            then.run();
        }
    }

    /** Sends the whole response; from any thread, without waiting. */
    Future<Void> send(int status, String contentType, Buffer body) {
        return onEventLoop(
                () -> {
                    head(status, contentType);
                    response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
                    return isHead() ? response.end() : response.end(body);
                });
    }

    /**
     * Sends the whole response from a virtual thread, and waits for a large one. A caller who
     * doesn't read a small one, such as a scrape, counts as idle and is disconnected.
     */
    void sendWhole(int status, String contentType, Buffer body) {
        Future<Void> sent = send(status, contentType, body);
        if (body.length() > MOST_BYTES_LEFT_ALONE && Thread.currentThread().isVirtual()) {
            await(sent);
        }
    }

    Future<Void> send(int status, String contentType, String body) {
        return send(status, contentType, Buffer.buffer(body));
    }

    Future<Void> send(ProblemDocument problem) {
        problem.retryAfterHeader().ifPresent(wait -> header("Retry-After", wait));
        int status = problem.problem().kind().httpStatus();
        return asText()
                ? send(status, ReplyFormat.TEXT.contentType(), problem.text())
                : send(status, ProblemDocument.MEDIA_TYPE, problem.json());
    }

    /** Sends a problem on a connection that is about to be closed; on the event loop. */
    void sendLast(Problem problem) {
        if (!hasStarted() && !response.closed()) {
            head(problem.kind().httpStatus(), ProblemDocument.MEDIA_TYPE);
            header("Connection", "close");
            response.end(new ProblemDocument(problem, Optional.empty()).json());
        }
    }

    /** Whether a problem is text: only if the caller explicitly accepts text. */
    private boolean asText() {
        return FormatNegotiation.choose(
                        request.getHeader("Accept"), List.of(ReplyFormat.JSON, ReplyFormat.TEXT))
                .filter(ReplyFormat.TEXT::equals)
                .isPresent();
    }

    /** Sets a header; call it before the first piece. */
    public void header(String name, String value) {
        response.putHeader(name, value);
    }

    /** Requests to close the connection after the response. */
    void closeAfterwards() {
        header("Connection", "close");
        response.endHandler(_ -> request.connection().close());
    }

    /**
     * Sends the whole response; copies it once, into the memory that the connection writes from.
     */
    void sendPieces(int status, String contentType, List<byte[]> pieces) {
        onEventLoop(
                () -> {
                    int length = pieces.stream().mapToInt(piece -> piece.length).sum();
                    head(status, contentType);
                    response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(length));
                    return isHead() ? response.end() : end(pieces, length);
                });
    }

    private Future<Void> end(List<byte[]> pieces, int length) {
        ByteBuf bytes = ByteBufAllocator.DEFAULT.directBuffer(length);
        pieces.forEach(bytes::writeBytes);
        return response.end(BufferInternal.buffer(bytes)).onComplete(_ -> bytes.release());
    }

    /** Starts a growing response. */
    void startStream(int status, String contentType) {
        await(
                onEventLoop(
                        () -> {
                            head(status, contentType);
                            response.setChunked(!isHead());
                            return Future.succeededFuture();
                        }));
    }

    /** Starts a response of bytes. */
    void startBytes(int status, String contentType, OptionalLong length) {
        await(
                onEventLoop(
                        () -> {
                            head(status, contentType);
                            if (length.isPresent()) {
                                response.putHeader(
                                        HttpHeaders.CONTENT_LENGTH,
                                        Long.toString(length.getAsLong()));
                            } else {
                                response.setChunked(!isHead());
                            }
                            return Future.succeededFuture();
                        }));
    }

    /** Sends a piece of a response of bytes; waits until the buffer can be filled again. */
    void writePiece(ByteBuffer piece) {
        if (piece.hasRemaining()) {
            Buffer bytes = BufferInternal.buffer(Unpooled.wrappedBuffer(piece));
            await(onEventLoop(() -> response.write(bytes)));
        }
    }

    /** Sends a piece of a growing response; waits until it is sent. */
    void writePiece(String piece) {
        await(onEventLoop(() -> response.write(piece)));
    }

    void endStream() {
        await(onEventLoop(response::end));
    }

    boolean isHead() {
        return request.method().name().equals("HEAD");
    }

    boolean hasStarted() {
        return response.headWritten();
    }

    /** Closes the connection: the caller detects that the response is incomplete. */
    public void abort() {
        context.runOnContext(_ -> request.connection().close());
    }

    /**
     * Waits on a virtual thread.
     *
     * @throws CancellationException if the caller closed the connection or reads too slowly
     */
    void await(Future<Void> written) {
        try {
            written.toCompletionStage()
                    .toCompletableFuture()
                    .get(MAX_WRITE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            abort();
            throw gone(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw gone(e);
        }
    }

    private static CancellationException gone(Exception cause) {
        CancellationException gone = new CancellationException("the caller stopped reading");
        gone.initCause(cause);
        return gone;
    }

    private void head(int status, String contentType) {
        response.setStatusCode(status);
        response.putHeader(HttpHeaders.CONTENT_TYPE, contentType);
        response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.putHeader("X-Content-Type-Options", "nosniff");
        response.putHeader(HttpHeaders.SERVER, "heapsight");
    }

    private Future<Void> onEventLoop(Supplier<Future<Void>> write) {
        if (context.equals(Vertx.currentContext())) {
            return written(write);
        }
        Promise<Void> written = Promise.promise();
        context.runOnContext(_ -> written(write).onComplete(written));
        return written.future();
    }

    private Future<Void> written(Supplier<Future<Void>> write) {
        if (response.closed()) {
            return Future.failedFuture("closed");
        }
        try {
            return write.get();
        } catch (RuntimeException | OutOfMemoryError e) {
            return Future.failedFuture(e); // the caller waits for it
        }
    }
}
