/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Handler;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.http.route.Route;
import io.heapsight.json.Schema;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jstat.table.JstatOption;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.perfdata.Counters;
import io.heapsight.report.JstatReport;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** {@code GET /jstat/{option}}: the columns of jstat, once or as a stream of rows. */
final class JstatResource {
    private static final Parameter<String> OPTION =
            Parameter.choice(
                    "option",
                    Arrays.stream(JstatOption.values()).map(JstatOption::optionName).toList(),
                    "which columns");
    private static final Parameter<Duration> INTERVAL =
            Parameter.duration(
                            "interval",
                            "([1-9][0-9]{2,3}ms|[1-9][0-9]?s?|[1-9]m)",
                            "a duration, 100ms to 9m",
                            "between two rows")
                    .or(Duration.ofSeconds(1));
    private static final Parameter<Integer> COUNT =
            Parameter.integer(
                            "count",
                            1,
                            3600,
                            "number of rows; a stream ends after an hour at the latest")
                    .or(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    /** Rows as JSON: one document per line. */
    private static final String JSON_LINES = "application/x-ndjson";

    private static final AnswerDeclaration ROWS =
            AnswerDeclaration.textOr(() -> JstatReport.SHAPE.document())
                    .andMaybe(JSON_LINES, Schema::string);

    private final TargetResolver targets;
    private final Function<TargetConnection, Optional<TargetMonitor>> samples;

    /**
     * @param samples returns the samples of a target; empty if it is no longer sampled
     */
    JstatResource(
            TargetResolver targets, Function<TargetConnection, Optional<TargetMonitor>> samples) {
        this.targets = targets;
        this.samples = samples;
    }

    List<Route> routes() {
        return List.of(
                route(
                        "/jstat/{option}",
                        "the columns of jstat -OPTION (?interval=1s&count=5 streams rows)",
                        Stream.of(OPTION),
                        exchange ->
                                rows(
                                        exchange,
                                        JstatOption.named(exchange.get(OPTION)).orElseThrow())),
                fixed("/gcutil", JstatOption.GCUTIL),
                fixed("/gcmetacapacity", JstatOption.GCMETACAPACITY));
    }

    private Route fixed(String path, JstatOption option) {
        return route(
                path,
                "the columns of jstat -" + option.optionName(),
                Stream.of(),
                exchange -> rows(exchange, option));
    }

    private static Route route(
            String path, String summary, Stream<Parameter<?>> inPath, Handler handler) {
        List<Parameter<?>> parameters =
                Stream.concat(inPath, Stream.of(INTERVAL, COUNT, TargetResolver.TARGET)).toList();
        return new Route(
                Method.GET,
                path,
                Access.PROTECTED,
                Cost.STREAM,
                new Route.About(summary, parameters, ROWS),
                handler);
    }

    private Reply rows(Exchange exchange, JstatOption option) throws ProblemException {
        TargetConnection target = targets.chosen(exchange);
        JstatReport first = row(target, option);
        Duration interval = exchange.get(INTERVAL);
        long count = Math.min(exchange.get(COUNT), Math.max(1, LONGEST.dividedBy(interval)));
        if (count == 1) {
            return new Reply.Document(first);
        }
        boolean json = exchange.format() == ReplyFormat.JSON;
        return new Reply.Stream(
                json ? JSON_LINES : ReplyFormat.TEXT.contentType(),
                sink -> {
                    sink.write(json ? first.json() : first.text());
                    for (int i = 1; i < count; i++) {
                        exchange.pause(interval);
                        if (!target.alive()) {
                            return;
                        }
                        JstatReport next = row(target, option);
                        sink.write(json ? next.json() : next.row() + "\n");
                    }
                });
    }

    private JstatReport row(TargetConnection target, JstatOption option) throws ProblemException {
        return JstatReport.take(target, counters(target), option, Instant.now());
    }

    /**
     * Returns the counters. Without counters, the values are those of the last answers to the
     * sampler.
     */
    private Reading<Counters> counters(TargetConnection target) {
        Reading<Counters> read = target.counters();
        return read instanceof Reading.Present<Counters>
                ? read
                : samples.apply(target)
                        .flatMap(TargetMonitor::answerCounters)
                        .map(Reading::of)
                        .orElse(read);
    }
}
