/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.bundle;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.http.route.RouteTable;
import io.heapsight.json.Schema;
import io.heapsight.operation.RequestSlots;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** {@code GET /bundle}: an archive with all data that a support ticket needs, without dumps. */
public final class BundleResource {
    private static final String MEDIA_TYPE = "application/gzip";
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("'heapsight-incident-'yyyyMMdd'T'HHmmss'Z.tar.gz'")
                    .withZone(ZoneOffset.UTC);
    private static final Parameter<Boolean> ASK =
            Parameter.bool(
                            "ask",
                            "also capture a thread dump and three histograms, for which the target"
                                    + " is paused")
                    .or(true);

    private final Supplier<List<Route>> routes;
    private final Parameter<String> target;
    private final BundleParts parts;
    private final RequestSlots turn = new RequestSlots(1);

    /**
     * @param routes of the whole server, including this one
     * @param target selects the JVM
     */
    public BundleResource(
            Supplier<List<Route>> routes, Parameter<String> target, BundleParts parts) {
        this.routes = routes;
        this.target = target;
        this.parts = parts;
    }

    public Route route() {
        return new Route(
                Method.GET,
                "/bundle",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "incident bundle without heap dumps: a tar archive with an index page",
                        List.of(ASK, target),
                        AnswerDeclaration.always(Map.of(MEDIA_TYPE, Schema::binary))),
                this::bundle);
    }

    private Reply bundle(Exchange exchange) throws ProblemException {
        if (!turn.acquire()) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "Another bundle is being created",
                    "Only one at a time: each captures data from the target.",
                    "Send the request again when that one has been sent.");
        }
        try {
            return made(exchange);
        } catch (RuntimeException | Error e) {
            turn.release();
            throw e;
        }
    }

    private Reply made(Exchange exchange) {
        Instant now = InstantSource.system().instant();
        exchange.answerHeader(
                "Content-Disposition", "attachment; filename=\"" + NAME.format(now) + "\"");
        return new Reply.Bytes(
                200,
                MEDIA_TYPE,
                OptionalLong.empty(),
                new BundleByteSource(
                        new InternalRequests(new RouteTable(routes.get()), exchange, target),
                        parts.all(exchange.get(ASK)),
                        exchange.find(target).orElse("the JVM observed by the sidecar"),
                        now,
                        turn::release));
    }
}
