/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.operation.ResultWithPause;
import io.heapsight.report.HistogramGarbageReport;
import io.heapsight.unit.ProblemException;
import java.util.List;

/** {@code POST /garbage}: unreachable objects by class. */
final class GarbageResource {
    private final TargetResolver targets;
    private final HistogramTaker histograms;

    GarbageResource(TargetResolver targets, HistogramTaker histograms) {
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
                        List.of(
                                HistogramResource.TOP,
                                PauseParameters.MAX_PAUSE,
                                TargetResolver.TARGET),
                        AnswerDeclaration.textOr(() -> HistogramGarbageReport.SHAPE.document())),
                this::garbage);
    }

    private Reply garbage(Exchange exchange) throws ProblemException {
        TargetConnection target = targets.chosen(exchange);
        ResultWithPause<GarbageByClass> garbage =
                histograms.garbage(
                        target,
                        PauseParameters.limit(histograms.pauses(), exchange),
                        exchange.callerName(),
                        exchange.cancel());
        PauseParameters.addTo(exchange, garbage.pause());
        return new Reply.Document(
                new HistogramGarbageReport(garbage.result(), exchange.get(HistogramResource.TOP)));
    }
}
