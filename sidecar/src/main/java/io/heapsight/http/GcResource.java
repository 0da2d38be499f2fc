/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.gc.GcActivity;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.report.GcReport;
import io.heapsight.report.SharedJsonShapes;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** {@code GET /gc}: reports whether the collector of a target is the problem. */
final class GcResource {
    private final TargetResolver targets;
    private final BiFunction<TargetConnection, CancelSignal, Optional<GcActivity>> activity;

    GcResource(
            TargetResolver targets,
            BiFunction<TargetConnection, CancelSignal, Optional<GcActivity>> activity) {
        this.targets = targets;
        this.activity = activity;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/gc",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "is it the collector? Pauses with causes and cost of the last hour,"
                                + " findings and remedies",
                        List.of(TargetResolver.TARGET),
                        AnswerDeclaration.textOr(() -> GcReport.SHAPE.document())),
                this::look);
    }

    private Reply look(Exchange exchange) throws ProblemException {
        TargetConnection target = targets.chosen(exchange);
        GcActivity seen =
                activity.apply(target, exchange.cancel())
                        .orElseThrow(() -> new ProblemException(TargetResolver.gone(target)));
        return new Reply.Document(
                new GcReport(
                        target.jvm().label(),
                        Optional.of(SharedJsonShapes.Target.of(target.jvm())),
                        seen));
    }
}
