/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.request;

import io.heapsight.http.route.RequestBody;
import io.heapsight.http.route.RequestBodyDeclaration;
import io.heapsight.http.route.RouteTable;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/**
 * Finds the route of a request and reads its body, unless the handler reads it. Runs on the event
 * loop.
 */
public final class RequestReader {
    private static final int MAX_BODY_BYTES = 64 * 1024;

    /** A run of ten hours, at one sample a second. */
    private static final long MAX_DOCUMENT_BYTES = 96L * 1024 * 1024;

    private final RouteTable table;

    public RequestReader(RouteTable table) {
        this.table = table;
    }

    /**
     * Reads a request whose head has arrived.
     *
     * @param then receives the result, and a refusal if the body breaks off
     */
    public void read(HttpServerRequest request, Context context, Consumer<ParsedRequest> then) {
        ParsedRequest head = find(request);
        Runnable broken = () -> then.accept(brokenOff());
        if (isLarge(head) && hasBody(request)) {
            BodyStream document = new BodyStream(request, context, MAX_DOCUMENT_BYTES, broken);
            then.accept(head.with(RequestBody.large(document)));
        } else if (announcedBytes(request) > MAX_BODY_BYTES) {
            then.accept(tooLarge());
        } else {
            request.exceptionHandler(_ -> broken.run());
            readSmall(request, head, then);
        }
    }

    private ParsedRequest find(HttpServerRequest request) {
        String path = request.path();
        try {
            RouteTable.Match match = table.find(request.method().name(), path == null ? "/" : path);
            return new ParsedRequest.Call(match, RequestBody.small(""));
        } catch (ProblemException e) {
            return new ParsedRequest.Refusal(e, ParsedRequest.Connection.KEPT);
        }
    }

    private static boolean isLarge(ParsedRequest head) {
        return head instanceof ParsedRequest.Call call
                && call.route().about().body().filter(RequestBodyDeclaration::large).isPresent();
    }

    private static boolean hasBody(HttpServerRequest request) {
        return announcedBytes(request) > 0
                || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
    }

    private static void readSmall(
            HttpServerRequest request, ParsedRequest head, Consumer<ParsedRequest> then) {
        Buffer body = Buffer.buffer();
        request.handler(
                piece -> {
                    boolean fitted = body.length() <= MAX_BODY_BYTES;
                    if (fitted) {
                        body.appendBuffer(piece);
                    }
                    if (fitted && body.length() > MAX_BODY_BYTES) {
                        then.accept(tooLarge());
                    }
                });
        request.endHandler(
                _ -> {
                    if (body.length() <= MAX_BODY_BYTES) {
                        then.accept(head.with(RequestBody.small(body.toString())));
                    }
                });
    }

    private static long announcedBytes(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        try {
            return length == null ? 0 : Long.parseLong(length);
        } catch (NumberFormatException e) {
            return 0; // malformed: the decoder refuses it
        }
    }

    /** Refuses input that is not HTTP. */
    public static ParsedRequest malformed(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        return ParsedRequest.Refusal.closing(
                new Problem(
                        Problem.Kind.BAD_REQUEST,
                        "Malformed HTTP request",
                        cause == null ? "It can't be parsed." : String.valueOf(cause.getMessage()),
                        "Send HTTP/1.1 with a request line of at most 4 KiB and headers of at most"
                                + " 8 KiB."));
    }

    private static ParsedRequest tooLarge() {
        return ParsedRequest.Refusal.closing(
                new Problem(
                        Problem.Kind.PAYLOAD_TOO_LARGE,
                        "Body too large",
                        "The request's body is over %d KiB.".formatted(MAX_BODY_BYTES / 1024),
                        "Send the parameters in the query string."));
    }

    private static ParsedRequest brokenOff() {
        return new ParsedRequest.Refusal(
                new ProblemException(
                        Problem.Kind.BAD_REQUEST,
                        "Malformed HTTP request",
                        "The chunks of the request's body are malformed.",
                        "Send the body with a Content-Length, or in chunks as HTTP/1.1 defines"
                                + " them."),
                ParsedRequest.Connection.BROKEN);
    }
}
