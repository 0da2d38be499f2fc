/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.advice.Recommendations;
import io.heapsight.advice.TargetObservation;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.memory.MemoryView;
import io.heapsight.report.AdviceReport;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** {@code GET /advice}: sizing advice from the measurements of a target. */
final class AdviceResource {
    private final TargetResolver targets;
    private final BiFunction<TargetConnection, CancelSignal, Optional<MemoryView>> memory;
    private final BiFunction<TargetConnection, MemoryView, TargetObservation> observer;

    AdviceResource(
            TargetResolver targets,
            BiFunction<TargetConnection, CancelSignal, Optional<MemoryView>> memory,
            BiFunction<TargetConnection, MemoryView, TargetObservation> observer) {
        this.targets = targets;
        this.memory = memory;
        this.observer = observer;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/advice",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "sizing advice from measurements: limits, heap, metaspace, collector, jobs",
                        List.of(TargetResolver.TARGET),
                        AnswerDeclaration.textOr(() -> AdviceReport.SHAPE.document())),
                this::advise);
    }

    private Reply advise(Exchange exchange) throws ProblemException {
        TargetConnection target = targets.chosen(exchange);
        TargetObservation seen =
                memory.apply(target, exchange.cancel())
                        .map(view -> observer.apply(target, view))
                        .orElseGet(() -> TargetObservation.nothing(target.jvm()));
        return new Reply.Document(new AdviceReport(seen, Recommendations.of(seen)));
    }
}
