/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.Histograms;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Produces;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.operation.Paused;
import io.heapsight.report.GarbageReport;
import io.heapsight.unit.ProblemException;
import java.util.List;

/** {@code POST /garbage}: unreachable objects by class. */
final class GarbageResource {
    private final Targets targets;
    private final Histograms histograms;

    GarbageResource(Targets targets, Histograms histograms) {
        this.targets = targets;
        this.histograms = histograms;
    }

    Route route() {
        return new Route(
                Method.POST,
                "/garbage",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "unreachable objects by class, from two histograms: runs a full GC",
                        List.of(HistogramResource.TOP, PauseAnswer.MAX_PAUSE, Targets.TARGET),
                        Produces.textOr(() -> GarbageReport.SHAPE.document())),
                this::garbage);
    }

    private Reply garbage(Exchange exchange) throws ProblemException {
        TargetConnection target = targets.chosen(exchange);
        Paused<GarbageByClass> garbage =
                histograms.garbage(
                        target,
                        PauseAnswer.limit(histograms.pauses(), exchange),
                        exchange.callerName(),
                        exchange.cancel());
        PauseAnswer.addTo(exchange, garbage.pause());
        return new Reply.Document(
                new GarbageReport(garbage.result(), exchange.get(HistogramResource.TOP)));
    }
}
