/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.file.KeptDownload;
import io.heapsight.http.file.KeptFileProblems;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Produces;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.kept.KeptFile;
import io.heapsight.report.ThreadDumpsReport;
import io.heapsight.report.ThreadsReport;
import io.heapsight.thread.ThreadDumps;
import io.heapsight.trigger.KeptThreads;
import io.heapsight.trigger.ThreadDumpRecord;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** {@code /threads}: what a target's threads do, and did when a trigger fired. */
final class ThreadsResource {
    private static final Parameter<Integer> COUNT =
            Parameter.integer("count", 1, 10, "how many dumps, to see which threads are stuck")
                    .or(1);
    private static final Parameter<Duration> INTERVAL =
            Parameter.duration(
                            "interval",
                            "([1-9]|[12][0-9]|30)s",
                            "1s to 30s",
                            "from one dump to the next (default 5s)")
                    .or(Duration.ofSeconds(5));

    private static final Parameter<String> ID =
            Parameter.text(
                    "id", KeptFile.ID_PATTERN, "an id from GET /threads/kept", "the thread dump");

    private static final KeptFileProblems PROBLEMS =
            new KeptFileProblems("thread dump", "/threads/kept");

    private final Targets targets;
    private final KeptThreads threads;

    ThreadsResource(Targets targets, KeptThreads threads) {
        this.targets = targets;
        this.threads = threads;
    }

    List<Route> routes() {
        return List.of(
                dumps(),
                new Route(
                        Method.GET,
                        "/threads/kept",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "thread dumps that triggers took",
                                List.of(),
                                Produces.textOr(() -> ThreadDumpsReport.SHAPE.document())),
                        _ -> new Reply.Document(list())),
                new Route(
                        Method.GET,
                        "/threads/kept/{id}",
                        Access.PROTECTED,
                        Cost.STREAM,
                        new Route.About(
                                "a thread dump that a trigger took, as GET /threads shows one",
                                List.of(ID),
                                Produces.textOr(() -> ThreadsReport.SHAPE.document())),
                        this::show),
                new Route(
                        Method.DELETE,
                        "/threads/kept/{id}",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "removes a thread dump; answers with what is left",
                                List.of(ID),
                                Produces.textOr(() -> ThreadDumpsReport.SHAPE.document())),
                        this::delete));
    }

    private ThreadDumpsReport list() {
        return new ThreadDumpsReport(threads.files().list());
    }

    private Reply show(Exchange exchange) throws ProblemException {
        ThreadDumpRecord dump = find(exchange);
        return KeptDownload.summary(
                exchange,
                form -> threads.files().summary(dump, form),
                () -> PROBLEMS.none(dump.id()));
    }

    private Reply delete(Exchange exchange) throws ProblemException {
        ThreadDumpRecord dump = find(exchange);
        try {
            threads.files().delete(dump.id());
        } catch (IOException e) {
            throw PROBLEMS.notRemoved(dump.id(), e);
        }
        return new Reply.Document(list());
    }

    /**
     * The thread dump that the path names.
     *
     * @throws ProblemException 404
     */
    private ThreadDumpRecord find(Exchange exchange) throws ProblemException {
        String id = exchange.get(ID);
        return threads.files().find(id).orElseThrow(() -> new ProblemException(PROBLEMS.none(id)));
    }

    private Route dumps() {
        return new Route(
                Method.GET,
                "/threads",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "threads by equal stacks, deadlocks; with ?count=3&interval=5s, who is stuck",
                        List.of(COUNT, INTERVAL, Targets.TARGET),
                        Produces.textOr(() -> ThreadsReport.SHAPE.document())),
                this::dump);
    }

    private Reply dump(Exchange exchange) throws ProblemException {
        ThreadDumps.Plan plan = new ThreadDumps.Plan(exchange.get(COUNT), exchange.get(INTERVAL));
        return new Reply.Document(
                new ThreadsReport(
                        threads.dumps()
                                .take(
                                        targets.chosen(exchange),
                                        plan,
                                        exchange.callerName(),
                                        exchange.cancel())));
    }
}
