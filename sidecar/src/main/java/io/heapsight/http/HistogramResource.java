/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.histogram.HistogramDiff;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.histogram.HistogramTrend;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.operation.OperationRefused;
import io.heapsight.operation.ResultWithPause;
import io.heapsight.report.HistogramDiffReport;
import io.heapsight.report.HistogramReport;
import io.heapsight.report.HistogramTrendReport;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * {@code GET /histogram}, {@code /histogram/diff} and {@code /histogram/last}: captures, compares
 * and shows class histograms.
 */
final class HistogramResource {
    static final Parameter<Integer> TOP =
            Parameter.integer("top", 1, 100_000, "number of classes to show").or(50);
    private static final Parameter<Boolean> LIVE =
            Parameter.bool("live", "count reachable objects only: runs a full GC first").or(false);
    private static final Parameter<Integer> SECONDS =
            Parameter.integer("seconds", 1, 300, "seconds between the two histograms (default 60)");
    private static final Parameter<String> BASE =
            Parameter.text(
                    "base",
                    "h[0-9]{1,9}",
                    "the id of an earlier histogram, h1",
                    "compare with this earlier histogram instead of taking one now");
    private static final int DEFAULT_SECONDS = 60;

    /**
     * Maximum number of refusals: the gate opens within the minimum interval, or a little later if
     * other requests come first.
     */
    private static final int MAX_REFUSALS = 10;

    private final TargetResolver targets;
    private final HistogramTaker histograms;

    HistogramResource(TargetResolver targets, HistogramTaker histograms) {
        this.targets = targets;
        this.histograms = histograms;
    }

    List<Route> routes() {
        return List.of(
                new Route(
                        Method.GET,
                        "/histogram",
                        Access.PROTECTED,
                        Cost.COSTLY,
                        new Route.About(
                                "instances and bytes by class, largest first",
                                List.of(
                                        LIVE,
                                        TOP,
                                        PauseParameters.MAX_PAUSE,
                                        TargetResolver.TARGET),
                                AnswerDeclaration.textOr(() -> HistogramReport.SHAPE.document())),
                        this::histogram),
                new Route(
                        Method.GET,
                        "/histogram/diff",
                        Access.PROTECTED,
                        Cost.COSTLY,
                        new Route.About(
                                "growth by class: over ?seconds=60, or since ?base=ID",
                                List.of(
                                        SECONDS,
                                        BASE,
                                        TOP,
                                        PauseParameters.MAX_PAUSE,
                                        TargetResolver.TARGET),
                                AnswerDeclaration.textOr(
                                        () -> HistogramDiffReport.SHAPE.document())),
                        this::diff),
                new Route(
                        Method.GET,
                        "/histogram/last",
                        Access.PROTECTED,
                        Cost.COSTLY,
                        new Route.About(
                                "the newest stored histogram, with growth by class since the one"
                                        + " before; sends the target nothing",
                                List.of(TOP, TargetResolver.TARGET),
                                AnswerDeclaration.textOr(
                                        () -> HistogramTrendReport.SHAPE.document())),
                        this::last));
    }

    private Reply last(Exchange exchange) throws ProblemException {
        TargetConnection target = targets.chosen(exchange);
        HistogramTrend trend =
                HistogramTrend.of(histograms.history(), target.jvm().pid())
                        .orElseThrow(() -> new ProblemException(nothingStored(target)));
        return new Reply.Document(new HistogramTrendReport(trend, exchange.get(TOP)));
    }

    private static Problem nothingStored(TargetConnection target) {
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "No histogram is stored",
                "No histogram of %s was taken since the sidecar started."
                        .formatted(target.jvm().label()),
                "Take one with GET /histogram, or set HEAPSIGHT_HISTOGRAM_INTERVAL.");
    }

    private Reply histogram(Exchange exchange) throws ProblemException {
        TargetConnection target = targets.chosen(exchange);
        ResultWithPause<HistogramHistory.Kept> taken =
                histograms.take(
                        target,
                        exchange.get(LIVE),
                        PauseParameters.limit(histograms.pauses(), exchange),
                        exchange.callerName(),
                        exchange.cancel());
        HistogramHistory.Kept kept = taken.result();
        PauseParameters.addTo(exchange, taken.pause());
        exchange.answerHeader("X-Heapsight-Histogram", kept.id());
        return new Reply.Document(new HistogramReport(kept.histogram(), exchange.get(TOP)));
    }

    private Reply diff(Exchange exchange) throws ProblemException {
        TargetConnection target = targets.chosen(exchange);
        Optional<String> id = exchange.find(BASE);
        Optional<Integer> seconds = exchange.find(SECONDS);
        if (id.isPresent() && seconds.isPresent()) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "Either base or seconds",
                    "base selects an earlier histogram, seconds takes one now.",
                    "Send only one of them.");
        }
        HistogramHistory.Kept base;
        if (id.isPresent()) {
            base = kept(id.get(), target);
        } else {
            base = patiently(target, exchange);
            exchange.pause(Duration.ofSeconds(seconds.orElse(DEFAULT_SECONDS)));
        }
        HistogramHistory.Kept now = patiently(target, exchange);
        HistogramDiff diff =
                new HistogramDiff(
                        base.histogram(),
                        now.histogram(),
                        Duration.ofNanos(now.nanos() - base.nanos()));
        return new Reply.Document(new HistogramDiffReport(diff, exchange.get(TOP)));
    }

    /** Takes a histogram; waits for the gate, because the caller requested a series. */
    private HistogramHistory.Kept patiently(TargetConnection target, Exchange exchange)
            throws ProblemException {
        for (int refusals = 0; ; refusals++) {
            try {
                return histograms
                        .take(
                                target,
                                false,
                                PauseParameters.limit(histograms.pauses(), exchange),
                                exchange.callerName(),
                                exchange.cancel())
                        .result();
            } catch (OperationRefused e) {
                if (refusals == MAX_REFUSALS || e.retryAfter().toMinutes() >= 1) {
                    throw e;
                }
                exchange.pause(e.retryAfter());
            }
        }
    }

    private HistogramHistory.Kept kept(String id, TargetConnection target) throws ProblemException {
        HistogramHistory history = histograms.history();
        return history.find(id)
                .filter(each -> each.histogram().pid() == target.jvm().pid())
                .orElseThrow(
                        () ->
                                new ProblemException(
                                        Problem.Kind.NOT_FOUND,
                                        "No such histogram",
                                        "%s is not a stored histogram of %s."
                                                .formatted(id, target.jvm().label()),
                                        "Take a histogram with GET /histogram (its id is"
                                                + " in the answer's X-Heapsight-Histogram header);"
                                                + " stored: "
                                                + keptIds(history, target)));
    }

    private static String keptIds(HistogramHistory history, TargetConnection target) {
        String ids =
                history.all().stream()
                        .filter(kept -> kept.histogram().pid() == target.jvm().pid())
                        .map(HistogramHistory.Kept::id)
                        .collect(Collectors.joining(", "));
        return ids.isEmpty() ? "none." : ids + ".";
    }
}
