/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.gclog.TargetGcLog;
import io.heapsight.http.file.FilePart;
import io.heapsight.http.file.KeptFileProblems;
import io.heapsight.http.file.StoredFileDownload;
import io.heapsight.http.file.TargetGcLogByteSource;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Handler;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.job.JobJson;
import io.heapsight.json.Schema;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.kept.KeptFile;
import io.heapsight.kept.KeptFiles;
import io.heapsight.report.gclog.GcLogReport;
import io.heapsight.report.recording.GcLogsReport;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import io.heapsight.vmlog.GcLogRecord;
import io.heapsight.vmlog.GcLogRequest;
import io.heapsight.vmlog.GcLogServices;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** {@code /gclog}: switches GC logs on, and lists, downloads and deletes them. */
final class GcLogResource {
    private static final String TEXT = "text/plain; charset=utf-8";

    private static final Parameter<String> ID =
            Parameter.text(
                    "id",
                    "(?:" + KeptFile.ID_PATTERN + "|" + GcLogsReport.OF_TARGET + ")",
                    "an id from GET /gclog, or target for the log that the target writes itself",
                    "the GC log");

    private static final Parameter<String> KEPT_ID =
            Parameter.text("id", KeptFile.ID_PATTERN, "an id from GET /gclog", "the GC log");

    private static final Parameter<Integer> SECONDS =
            Parameter.integer(
                            "seconds",
                            1,
                            (int) GcLogRequest.LONGEST.toSeconds(),
                            "time for which it is on")
                    .or((int) GcLogRequest.USUAL.duration().toSeconds());

    private static final KeptFileProblems PROBLEMS = new KeptFileProblems("GC log", "/gclog");

    private final TargetResolver targets;
    private final GcLogServices logs;

    GcLogResource(TargetResolver targets, GcLogServices logs) {
        this.targets = targets;
        this.logs = logs;
    }

    List<Route> routes() {
        AnswerDeclaration list = AnswerDeclaration.textOr(() -> GcLogsReport.SHAPE.document());
        return List.of(
                route(
                        Method.GET,
                        "/gclog",
                        Cost.CHEAP,
                        new Route.About(
                                "GC logs: stored ones, those that are on, and the targets' own",
                                List.of(),
                                list),
                        _ -> new Reply.Document(list())),
                route(
                        Method.POST,
                        "/gclog",
                        Cost.COSTLY,
                        new Route.About(
                                "switches the target's GC log on for the given seconds",
                                List.of(SECONDS, TargetResolver.TARGET),
                                AnswerDeclaration.textOr(() -> JobJson.JOB.document()).accepted()),
                        this::take),
                route(
                        Method.GET,
                        "/gclog/{id}",
                        Cost.TRANSFER,
                        new Route.About(
                                "downloads a GC log; supports Range, except for the target's own",
                                List.of(ID, TargetResolver.TARGET),
                                AnswerDeclaration.always(Map.of("text/plain", Schema::string))),
                        this::download),
                route(
                        Method.GET,
                        "/gclog/{id}/summary",
                        Cost.TRANSFER,
                        new Route.About(
                                "the summary of a GC log: pauses, causes, heap, rates, findings",
                                List.of(ID, TargetResolver.TARGET),
                                AnswerDeclaration.textOr(() -> GcLogReport.SHAPE.document())
                                        .orPage()),
                        this::summary),
                route(
                        Method.POST,
                        "/gclog/{id}/summary",
                        Cost.COSTLY,
                        new Route.About(
                                "summarises a GC log",
                                List.of(KEPT_ID),
                                AnswerDeclaration.textOr(() -> JobJson.JOB.document()).accepted()),
                        this::summarize),
                route(
                        Method.DELETE,
                        "/gclog/{id}",
                        Cost.CHEAP,
                        new Route.About(
                                "deletes a stored GC log; returns the remaining ones",
                                List.of(KEPT_ID),
                                list),
                        this::delete));
    }

    private static Route route(
            Method method, String path, Cost cost, Route.About about, Handler handler) {
        return new Route(method, path, Access.PROTECTED, cost, about, handler);
    }

    private KeptFiles<GcLogRecord> files() {
        return logs.store().files();
    }

    private GcLogsReport list() {
        List<GcLogsReport.Row> rows = new ArrayList<>();
        files().list()
                .forEach(log -> rows.add(GcLogsReport.Row.of(log, files().hasSummary(log.id()))));
        logs.taker().running().forEach(log -> rows.add(GcLogsReport.Row.of(log)));
        for (TargetConnection target : targets.all()) {
            if (TargetGcLog.find(target.jvm(), target.procFs())
                    instanceof Reading.Present<TargetGcLog>(TargetGcLog log)) {
                rows.add(GcLogsReport.Row.of(target.jvm(), log));
            }
        }
        return new GcLogsReport(rows);
    }

    private Reply take(Exchange exchange) throws ProblemException {
        GcLogRequest request = new GcLogRequest(Duration.ofSeconds(exchange.get(SECONDS)));
        return JobsResource.started(
                exchange,
                logs.taker().take(targets.chosen(exchange), request, exchange.callerName()));
    }

    private Reply download(Exchange exchange) throws ProblemException {
        String id = exchange.get(ID);
        return id.equals(GcLogsReport.OF_TARGET)
                ? found(exchange, targets.chosen(exchange))
                : kept(exchange, find(id));
    }

    private static Reply found(Exchange exchange, TargetConnection target) throws ProblemException {
        TargetGcLog log = find(target);
        exchange.answerHeader("Accept-Ranges", "none");
        return new Reply.Bytes(
                200,
                TEXT,
                OptionalLong.empty(),
                new TargetGcLogByteSource(log, target.procFs().files()));
    }

    /**
     * The log that a target writes by its own options.
     *
     * @throws ProblemException 404
     */
    private static TargetGcLog find(TargetConnection target) throws ProblemException {
        return switch (TargetGcLog.find(target.jvm(), target.procFs())) {
            case Reading.Present<TargetGcLog>(TargetGcLog log) -> log;
            case Reading.Missing<TargetGcLog>(String reason) ->
                    throw new ProblemException(
                            Problem.Kind.NOT_FOUND,
                            "No GC log of the target's own",
                            "%s: %s.".formatted(target.jvm().label(), reason),
                            "POST /gclog?seconds=600 switches its GC log on (JDK 9 and later).");
        };
    }

    private Reply summarize(Exchange exchange) throws ProblemException {
        GcLogRecord log = find(exchange.get(KEPT_ID));
        return JobsResource.started(exchange, logs.summaries().start(log, exchange.callerName()));
    }

    private Reply summary(Exchange exchange) throws ProblemException {
        String id = exchange.get(ID);
        return id.equals(GcLogsReport.OF_TARGET)
                ? summaryOfTarget(exchange, targets.chosen(exchange))
                : summaryOf(exchange, find(id));
    }

    private Reply summaryOfTarget(Exchange exchange, TargetConnection target)
            throws ProblemException {
        FileChannel summary =
                logs.summaries()
                        .ofTarget(
                                target,
                                find(target),
                                StoredFileDownload.formOf(exchange),
                                exchange.cancel());
        try {
            return new Reply.Bytes(
                    200,
                    exchange.format().contentType(),
                    OptionalLong.of(summary.size()),
                    new FilePart(summary, 0, summary.size()));
        } catch (IOException e) {
            throw PROBLEMS.unreadable(GcLogsReport.OF_TARGET, e);
        }
    }

    private Reply summaryOf(Exchange exchange, GcLogRecord log) throws ProblemException {
        Supplier<Problem> none =
                () ->
                        new Problem(
                                Problem.Kind.NOT_FOUND,
                                "This GC log has no summary",
                                "The GC log %s has not been summarised, or the job has not ended yet."
                                        .formatted(log.id()),
                                "POST /gclog/%s/summary creates it; GET /jobs shows running jobs."
                                        .formatted(log.id()));
        if (!files().hasSummary(log.id())) {
            throw new ProblemException(none.get());
        }
        return StoredFileDownload.summary(exchange, form -> files().summary(log, form), none);
    }

    private Reply kept(Exchange exchange, GcLogRecord log) throws ProblemException {
        try {
            return StoredFileDownload.of(
                    exchange, log.id(), TEXT, files().file(log), files().uses().begin(log.id()));
        } catch (IOException e) {
            throw PROBLEMS.unreadable(log.id(), e);
        }
    }

    private Reply delete(Exchange exchange) throws ProblemException {
        GcLogRecord log = find(exchange.get(KEPT_ID));
        try {
            files().delete(log.id());
        } catch (IOException e) {
            throw PROBLEMS.notRemoved(log.id(), e);
        }
        return new Reply.Document(list());
    }

    /**
     * The stored log that the path names.
     *
     * @throws ProblemException 404
     */
    private GcLogRecord find(String id) throws ProblemException {
        return files().find(id).orElseThrow(() -> new ProblemException(PROBLEMS.none(id)));
    }
}
