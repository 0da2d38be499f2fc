/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.access.AccessRule;
import io.heapsight.http.access.WrongTokens;
import io.heapsight.http.file.ByteRange;
import io.heapsight.http.limit.ConcurrencyLimits;
import io.heapsight.http.limit.Connections;
import io.heapsight.http.route.Arguments;
import io.heapsight.http.route.Body;
import io.heapsight.http.route.BodyStream;
import io.heapsight.http.route.Caller;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.MethodNotAllowed;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.http.route.RequestBody;
import io.heapsight.http.route.Route;
import io.heapsight.http.route.RouteTable;
import io.heapsight.operation.OperationRefused;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;

/**
 * Passes each request from the event loop to its handler on a virtual thread, and returns the
 * answer; instant answers, such as a scrape, stay on the event loop. The checks come in this order:
 * 413, 404, 405 on the event loop; then 401, 429, 403, 400, 406, 503.
 */
final class Dispatcher {
    private static final int MAX_BODY_BYTES = 64 * 1024;

    /** A run of ten hours, at one sample a second. */
    private static final long MAX_DOCUMENT_BYTES = 96L * 1024 * 1024;

    private static final Duration RETRY_WHEN_FULL = Duration.ofSeconds(1);

    private final RouteTable table;
    private final AccessRule access;
    private final Connections connections;
    private final ConcurrencyLimits limits = new ConcurrencyLimits();
    private final EventLog log;

    Dispatcher(RouteTable table, AccessRule access, Connections connections, EventLog log) {
        this.table = table;
        this.access = access;
        this.connections = connections;
        this.log = log;
    }

    /** Called on the event loop, when the head of a request has arrived. */
    void dispatch(HttpServerRequest request) {
        orHangUp(request, () -> receive(request));
    }

    /** If not even an error can be sent, the connection is closed. */
    private void orHangUp(HttpServerRequest request, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            log.error("no answer: " + request.method() + " " + request.path(), e);
            request.connection().close();
        }
    }

    private void receive(HttpServerRequest request) {
        connections.asked(request.connection());
        ResponseWriter out = new ResponseWriter(request, context());
        if (takesLargeBody(request)) {
            BodyStream document =
                    new BodyStream(request, context(), MAX_DOCUMENT_BYTES, () -> refuseBroken(out));
            begin(request, out, RequestBody.large(document));
            return;
        }
        if (announcedBytes(request) > MAX_BODY_BYTES) {
            refuseBody(out);
            return;
        }
        Buffer body = Buffer.buffer();
        request.exceptionHandler(_ -> refuseBroken(out));
        request.handler(
                piece -> {
                    boolean fitted = body.length() <= MAX_BODY_BYTES;
                    if (fitted) {
                        body.appendBuffer(piece);
                    }
                    if (fitted && body.length() > MAX_BODY_BYTES) {
                        refuseBody(out);
                    }
                });
        request.endHandler(
                _ -> {
                    if (body.length() <= MAX_BODY_BYTES) {
                        orHangUp(
                                request,
                                () -> begin(request, out, RequestBody.small(body.toString())));
                    }
                });
    }

    /** Called on the event loop for input that is not HTTP. */
    void refuseMalformed(HttpServerRequest request) {
        ResponseWriter out = new ResponseWriter(request, context());
        out.closeAfterwards();
        Throwable cause = request.decoderResult().cause();
        fail(
                out,
                new Problem(
                        Problem.Kind.BAD_REQUEST,
                        "Malformed HTTP request",
                        cause == null ? "It can't be parsed." : String.valueOf(cause.getMessage()),
                        "Send HTTP/1.1 with a request line of at most 4 KiB and headers of at most"
                                + " 8 KiB."));
    }

    private boolean takesLargeBody(HttpServerRequest request) {
        try {
            boolean comes =
                    announcedBytes(request) > 0
                            || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
            return comes
                    && table.find(request.method().name(), path(request))
                            .route()
                            .about()
                            .body()
                            .filter(Body::large)
                            .isPresent();
        } catch (ProblemException _) {
            return false; // answered when the rest of the request has arrived
        }
    }

    /** A caller who doesn't read answers gets no further ones. */
    private void begin(HttpServerRequest request, ResponseWriter out, RequestBody body) {
        out.whenRead(() -> orHangUp(request, () -> handle(request, out, body)));
    }

    private void handle(HttpServerRequest request, ResponseWriter out, RequestBody body) {
        try {
            RouteTable.Match match = table.find(request.method().name(), path(request));
            connections.workBegins(request.connection());
            Runnable work = () -> orHangUp(request, () -> work(request, match, out, body));
            if (match.route().cost() == Cost.INSTANT) {
                run(work, () -> ended(request));
                return;
            }
            Context context = context();
            Thread.ofVirtual()
                    .name("http " + match.route().path())
                    .start(() -> run(work, () -> context.runOnContext(_ -> ended(request))));
        } catch (ProblemException e) {
            fail(out, e);
        }
    }

    private static void run(Runnable work, Runnable afterwards) {
        try {
            work.run();
        } finally {
            afterwards.run();
        }
    }

    /** Reads the rest of an unread body so that the connection can be reused. */
    private void ended(HttpServerRequest request) {
        if (!request.isEnded()) {
            request.handler(_ -> {});
            request.endHandler(_ -> {});
            request.resume();
        }
        connections.workEnds(request.connection());
    }

    /**
     * On a virtual thread, or at once on the event loop; the only place that catches everything.
     */
    private void work(
            HttpServerRequest request,
            RouteTable.Match match,
            ResponseWriter out,
            RequestBody body) {
        try {
            Route route = match.route();
            Caller caller = caller(request);
            access.check(route, caller);
            if (!body.text().isEmpty() && route.about().body().isEmpty()) {
                throw new ProblemException(takesNoBody(route));
            }
            Map<String, Object> arguments = Arguments.parse(match, request.query());
            Exchange exchange =
                    new Exchange(caller, arguments, format(route, caller, arguments), body);
            request.response().closeHandler(_ -> exchange.callerGone());
            if (route.about().produces().negotiated()) {
                out.header("Vary", "Accept");
            }
            Runnable release = limits.take(route.cost());
            try {
                Answer.to(route, exchange, out);
            } finally {
                release.run();
            }
        } catch (CancellationException e) {
            out.abort();
        } catch (ProblemException e) {
            if (out.hasStarted()) {
                out.abort();
            } else {
                fail(out, e);
            }
        } catch (RuntimeException | Error e) {
            log.error("request failed: " + request.method() + " " + request.path(), e);
            if (out.hasStarted()) {
                out.abort();
            } else {
                fail(out, Problem.unexpected(e));
            }
        }
    }

    private static ReplyFormat format(Route route, Caller caller, Map<String, Object> arguments)
            throws ProblemException {
        if (!route.about().produces().negotiated()) {
            return ReplyFormat.TEXT;
        }
        List<ReplyFormat> offered = route.about().produces().formats();
        if (arguments.get(Exchange.format(offered).name()) instanceof ReplyFormat asked) {
            return asked;
        }
        String accept = caller.header().apply("Accept");
        return Negotiation.choose(accept, offered)
                .orElseThrow(
                        () ->
                                new ProblemException(
                                        Problem.Kind.NOT_ACCEPTABLE,
                                        "No such form",
                                        "Accept: %s covers none of %s."
                                                .formatted(accept, mediaTypes(offered)),
                                        "Accept one of them, or add ?format=text or"
                                                + " ?format=json."));
    }

    private static String mediaTypes(List<ReplyFormat> offered) {
        return offered.stream().map(ReplyFormat::mediaType).collect(Collectors.joining(", "));
    }

    private static Caller caller(HttpServerRequest request) throws ProblemException {
        if (request.headers().getAll("Host").size() > 1) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "Several Host headers",
                    "The request names several hosts.",
                    "Send one Host header.");
        }
        InetAddress peer = InetAddress.ofLiteral(request.remoteAddress().hostAddress());
        return new Caller(peer, request::getHeader);
    }

    private static String path(HttpServerRequest request) {
        String path = request.path();
        return path == null ? "/" : path;
    }

    private void fail(ResponseWriter out, ProblemException e) {
        Optional<Duration> retryAfter = Optional.empty();
        if (e instanceof OperationRefused refused) {
            retryAfter = Optional.of(refused.retryAfter());
        } else if (e instanceof WrongTokens.Refused refused) {
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

    private static void fail(ResponseWriter out, Problem problem) {
        out.send(new ProblemDocument(problem, Optional.empty()));
    }

    private static void refuseBody(ResponseWriter out) {
        out.closeAfterwards();
        fail(
                out,
                new Problem(
                        Problem.Kind.PAYLOAD_TOO_LARGE,
                        "Body too large",
                        "The request's body is over %d KiB.".formatted(MAX_BODY_BYTES / 1024),
                        "Send the parameters in the query string."));
    }

    /**
     * Called on the event loop if the body can't be read further; after a lost connection there is
     * no one to answer.
     */
    private static void refuseBroken(ResponseWriter out) {
        out.sendLast(
                new ProblemDocument(
                        new Problem(
                                Problem.Kind.BAD_REQUEST,
                                "Malformed HTTP request",
                                "The chunks of the request's body are malformed.",
                                "Send the body with a Content-Length, or in chunks as HTTP/1.1"
                                        + " defines"
                                        + " them."),
                        Optional.empty()));
    }

    private static Problem takesNoBody(Route route) {
        return new Problem(
                Problem.Kind.BAD_REQUEST,
                "No body expected",
                "%s %s accepts no body.".formatted(route.method(), route.path()),
                "Send the parameters in the query string: " + route.path() + "?name=value.");
    }

    private static long announcedBytes(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        try {
            return length == null ? 0 : Long.parseLong(length);
        } catch (NumberFormatException e) {
            return 0; // malformed: the decoder refuses it
        }
    }

    private static Context context() {
        Context context = Vertx.currentContext();
        if (context == null) {
            throw new IllegalStateException("not on the event loop");
        }
        return context;
    }
}
