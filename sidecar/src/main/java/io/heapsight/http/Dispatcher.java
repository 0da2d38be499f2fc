/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.answer.ReplyWriter;
import io.heapsight.http.answer.ResponseWriter;
import io.heapsight.http.limit.ConcurrencyLimits;
import io.heapsight.http.limit.ConnectionLimit;
import io.heapsight.http.request.ParsedRequest;
import io.heapsight.http.request.RequestCheck;
import io.heapsight.http.request.RequestReader;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Route;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CancellationException;

/**
 * Passes each request from the event loop to its handler on a virtual thread; instant answers, such
 * as a scrape, stay on the event loop. The checks come in this order: 413, 404, 405 by {@link
 * RequestReader} on the event loop; 401, 429, 403, 400, 406 by {@link RequestCheck}; 503. {@link
 * ReplyWriter} writes replies and refusals.
 */
final class Dispatcher {
    private final RequestReader reader;
    private final RequestCheck admission;
    private final ConnectionLimit connections;
    private final ConcurrencyLimits limits = new ConcurrencyLimits();
    private final EventLog log;

    Dispatcher(
            RequestReader reader,
            RequestCheck admission,
            ConnectionLimit connections,
            EventLog log) {
        this.reader = reader;
        this.admission = admission;
        this.connections = connections;
        this.log = log;
    }

    /** Called on the event loop, when the head of a request has arrived. */
    void dispatch(HttpServerRequest request) {
        ResponseWriter out = new ResponseWriter(request, context());
        orHangUp(
                request,
                () -> {
                    connections.asked(request.connection());
                    reader.read(
                            request,
                            context(),
                            received -> orHangUp(request, () -> answer(request, received, out)));
                });
    }

    /** Called on the event loop for input that is not HTTP. */
    void refuseMalformed(HttpServerRequest request) {
        answer(request, RequestReader.malformed(request), new ResponseWriter(request, context()));
    }

    /** Runs a step; closes the connection if not even an error can be sent. */
    private void orHangUp(HttpServerRequest request, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            log.error("no answer: " + request.method() + " " + request.path(), e);
            request.connection().close();
        }
    }

    /**
     * Answers a request after the caller has read the previous answers. A refusal that ends the
     * connection does not wait.
     */
    private void answer(HttpServerRequest request, ParsedRequest received, ResponseWriter out) {
        Runnable step =
                switch (received) {
                    case ParsedRequest.Call call -> () -> start(request, call, out);
                    case ParsedRequest.Refusal refusal -> () -> ReplyWriter.refuse(refusal, out);
                };
        if (received.isLast()) {
            step.run();
        } else {
            out.whenRead(() -> orHangUp(request, step));
        }
    }

    private void start(HttpServerRequest request, ParsedRequest.Call call, ResponseWriter out) {
        connections.workBegins(request.connection());
        Runnable work = () -> orHangUp(request, () -> work(request, call, out));
        if (call.route().cost() == Cost.INSTANT) {
            run(work, () -> ended(request));
        } else {
            Context context = context();
            Thread.ofVirtual()
                    .name("http " + call.route().path())
                    .start(() -> run(work, () -> context.runOnContext(_ -> ended(request))));
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
     * Handles a call on a virtual thread, or at once on the event loop. This is the only place that
     * catches everything.
     */
    private void work(HttpServerRequest request, ParsedRequest.Call call, ResponseWriter out) {
        try {
            reply(request, call, out);
        } catch (CancellationException e) {
            out.abort();
        } catch (ProblemException e) {
            ReplyWriter.fail(e, out);
        } catch (RuntimeException | Error e) {
            log.error("request failed: " + request.method() + " " + request.path(), e);
            ReplyWriter.fail(new ProblemException(Problem.unexpected(e)), out);
        }
    }

    private void reply(HttpServerRequest request, ParsedRequest.Call call, ResponseWriter out)
            throws ProblemException {
        Route route = call.route();
        Exchange exchange = admission.admit(request, call);
        request.response().closeHandler(_ -> exchange.callerGone());
        if (route.about().produces().negotiated()) {
            out.header("Vary", "Accept");
        }
        Runnable release = limits.take(route.cost());
        try {
            ReplyWriter.to(route, exchange, out);
        } finally {
            release.run();
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
