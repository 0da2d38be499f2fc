/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.answer;

import io.heapsight.http.access.InvalidTokenLimit;
import io.heapsight.http.file.ByteRange;
import io.heapsight.http.limit.ConcurrencyLimits;
import io.heapsight.http.request.ParsedRequest;
import io.heapsight.http.route.ByteSource;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.MethodNotAllowed;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.http.route.Route;
import io.heapsight.operation.OperationRefused;
import io.heapsight.report.Report;
import io.heapsight.unit.HeapHeadroom;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/** Writes the answer: the reply of a route's handler, or a problem. */
public final class ReplyWriter {
    private static final Duration RETRY_WHEN_FULL = Duration.ofSeconds(1);

    private ReplyWriter() {}

    public static void to(Route route, Exchange exchange, ResponseWriter out)
            throws ProblemException {
        if (out.isHead() && (route.cost() == Cost.STREAM || route.cost() == Cost.COSTLY)) {
            out.startStream(200, exchange.format().contentType());
            out.endStream();
            return;
        }
        if (route.cost() == Cost.COSTLY) {
            HeapHeadroom.ensure(0);
        }
        Reply reply = route.handler().handle(exchange);
        exchange.answerHeaders().forEach(out::header);
        int status = route.about().produces().status();
        if (reply instanceof Reply.Document(Report report)) {
            send(report, status, exchange.format(), out);
        } else if (reply instanceof Reply.Content(String contentType, Buffer body)) {
            out.sendWhole(200, contentType, body);
        } else if (reply instanceof Reply.Pieces(String contentType, var pieces)) {
            out.sendPieces(200, contentType, pieces);
        } else if (reply instanceof Reply.Stream(String contentType, Reply.Body body)) {
            out.startStream(200, contentType);
            body.writeTo(out::writePiece);
            out.endStream();
        } else {
            send((Reply.Bytes) reply, out);
        }
    }

    /** Writes the problem, or closes the connection if an answer has begun. */
    public static void fail(ProblemException e, ResponseWriter out) {
        if (out.hasStarted()) {
            out.abort();
        } else {
            send(e, out);
        }
    }

    /** Writes the problem of a request that was not executed. */
    public static void refuse(ParsedRequest.Refusal refusal, ResponseWriter out) {
        switch (refusal.connection()) {
            case KEPT -> send(refusal.reason(), out);
            case CLOSING -> {
                out.closeAfterwards();
                send(refusal.reason(), out);
            }
            case BROKEN -> out.sendLast(refusal.reason().problem());
        }
    }

    /** Sends a problem with its headers. */
    private static void send(ProblemException e, ResponseWriter out) {
        Optional<Duration> retryAfter = Optional.empty();
        if (e instanceof OperationRefused refused) {
            retryAfter = Optional.of(refused.retryAfter());
        } else if (e instanceof InvalidTokenLimit.Refused refused) {
            retryAfter = Optional.of(refused.retryAfter());
        } else if (e instanceof ConcurrencyLimits.Full) {
            retryAfter = Optional.of(RETRY_WHEN_FULL);
        }
        if (e instanceof ByteRange.NotSatisfiable beyond) {
            out.header("Content-Range", beyond.contentRange());
        }
        if (e instanceof MethodNotAllowed notAllowed) {
            out.header("Allow", notAllowed.allow());
        }
        if (e.problem().kind() == Problem.Kind.UNAUTHORIZED) {
            out.header("WWW-Authenticate", "Bearer realm=\"heapsight\"");
        }
        out.send(new ProblemDocument(e.problem(), retryAfter));
    }

    private static void send(Report report, int status, ReplyFormat format, ResponseWriter out) {
        DocumentWriter document = new DocumentWriter(out, status, format.contentType());
        try {
            format.write(report, document);
        } catch (IOException e) {
            throw new UncheckedIOException("a document is written only to the caller", e);
        }
        document.close();
    }

    private static void send(Reply.Bytes bytes, ResponseWriter out) throws ProblemException {
        try (ByteSource source = bytes.source()) {
            if (!out.isHead()) {
                source.prepare();
            }
            out.startBytes(bytes.status(), bytes.contentType(), bytes.length());
            if (!out.isHead()) {
                source.writeTo(out::writePiece);
            }
            out.endStream();
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The file can't be read",
                    IoReason.of(e),
                    "Check the disk that holds HEAPSIGHT_DATA_DIR.",
                    e);
        }
    }
}
