/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.loader.LoaderMeter;
import io.heapsight.loader.MetaspaceByLoaderClass;
import io.heapsight.memory.MemoryView;
import io.heapsight.report.MemoryReport;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** {@code GET /memory}: the memory breakdown of a target's container. */
final class MemoryResource {
    private static final Parameter<Boolean> LOADERS =
            Parameter.bool(
                            "loaders",
                            "metaspace by class loader; pauses the target while it counts its"
                                    + " classes")
                    .or(false);

    private final TargetResolver targets;
    private final LoaderMeter loaders;
    private final BiFunction<TargetConnection, CancelSignal, Optional<MemoryView>> memory;

    MemoryResource(
            TargetResolver targets,
            LoaderMeter loaders,
            BiFunction<TargetConnection, CancelSignal, Optional<MemoryView>> memory) {
        this.targets = targets;
        this.loaders = loaders;
        this.memory = memory;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/memory",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "breakdown of the container's resident memory, and a forecast of when the"
                                + " limit is reached",
                        List.of(LOADERS, TargetResolver.TARGET),
                        AnswerDeclaration.textOr(() -> MemoryReport.SHAPE.document())),
                this::look);
    }

    private Reply look(Exchange exchange) throws ProblemException {
        TargetConnection target = targets.chosen(exchange);
        MemoryView view =
                memory.apply(target, exchange.cancel())
                        .filter(_ -> target.alive()) // otherwise the target may have ended
                        // during the reading
                        .orElseThrow(() -> new ProblemException(TargetResolver.gone(target)));
        Optional<MetaspaceByLoaderClass> table =
                exchange.get(LOADERS)
                        ? Optional.of(
                                loaders.measure(target, exchange.callerName(), exchange.cancel()))
                        : Optional.empty();
        return new Reply.Document(new MemoryReport(view, table));
    }
}
