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
import io.heapsight.report.ThreadsReport;
import io.heapsight.thread.ThreadDumpTaker;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.List;

/** {@code GET /threads}: a thread dump of a target. */
final class ThreadsResource {
    private static final Parameter<Integer> COUNT =
            Parameter.integer(
                            "count", 1, 10, "number of dumps; several show which threads are stuck")
                    .or(1);
    private static final Parameter<Duration> INTERVAL =
            Parameter.duration(
                            "interval",
                            "([1-9]|[12][0-9]|30)s",
                            "1s to 30s",
                            "time between two dumps (default 5s)")
                    .or(Duration.ofSeconds(5));

    private static final Parameter<Boolean> VIRTUAL =
            Parameter.bool(
                            "virtual",
                            "all virtual threads; the target allocates about 15 kB for each")
                    .or(false);

    private final TargetResolver targets;
    private final ThreadDumpTaker dumps;

    ThreadsResource(TargetResolver targets, ThreadDumpTaker dumps) {
        this.targets = targets;
        this.dumps = dumps;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/threads",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "threads by equal stacks, deadlocks; with ?count=3&interval=5s, stuck"
                                + " threads",
                        List.of(COUNT, INTERVAL, VIRTUAL, TargetResolver.TARGET),
                        AnswerDeclaration.textOr(() -> ThreadsReport.SHAPE.document())),
                this::dump);
    }

    private Reply dump(Exchange exchange) throws ProblemException {
        ThreadDumpTaker.Plan plan =
                new ThreadDumpTaker.Plan(
                        exchange.get(COUNT), exchange.get(INTERVAL), exchange.get(VIRTUAL));
        return new Reply.Document(
                new ThreadsReport(
                        dumps.take(
                                targets.chosen(exchange),
                                plan,
                                exchange.callerName(),
                                exchange.cancel())));
    }
}
