/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.request;

import io.heapsight.http.access.AccessRule;
import io.heapsight.http.route.Caller;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.http.route.RequestArgumentParser;
import io.heapsight.http.route.Route;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks the caller, the body and the arguments of a call, and chooses the answer's format. */
public final class RequestCheck {
    private final AccessRule access;

    public RequestCheck(AccessRule access) {
        this.access = access;
    }

    /**
     * Checks a call; blocks for a file read if the caller sends a token.
     *
     * @throws ProblemException 401, 429, 403, 400 or 406, in this order
     */
    public Exchange admit(HttpServerRequest request, ParsedRequest.Call call)
            throws ProblemException {
        Route route = call.route();
        Caller caller = caller(request);
        access.check(route, caller);
        if (!call.body().text().isEmpty() && route.about().body().isEmpty()) {
            throw new ProblemException(takesNoBody(route));
        }
        Map<String, Object> arguments = RequestArgumentParser.parse(call.match(), request.query());
        return new Exchange(caller, arguments, format(route, caller, arguments), call.body());
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
        return FormatNegotiation.choose(accept, offered)
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

    private static Problem takesNoBody(Route route) {
        return new Problem(
                Problem.Kind.BAD_REQUEST,
                "No body expected",
                "%s %s accepts no body.".formatted(route.method(), route.path()),
                "Send the parameters in the query string: " + route.path() + "?name=value.");
    }
}
