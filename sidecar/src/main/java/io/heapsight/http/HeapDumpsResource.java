/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.dump.HeapDumpServices;
import io.heapsight.dump.capture.DumpRequest;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.http.file.KeptFileProblems;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.RequestBodyDeclaration;
import io.heapsight.http.route.Route;
import io.heapsight.job.JobJson;
import io.heapsight.job.JobSnapshot;
import io.heapsight.json.Schema;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.pause.PauseLimit;
import io.heapsight.report.HeapDumpsReport;
import io.heapsight.store.EvidenceKind;
import io.heapsight.store.StoreUploads;
import io.heapsight.unit.ProblemException;
import io.heapsight.upload.PresignedUrl;
import java.util.List;
import java.util.Optional;

/** {@code /heapdumps}: takes, lists, analyses, uploads and deletes heap dumps. */
final class HeapDumpsResource {
    /** The id of a dump in a path. */
    static final Parameter<String> ID =
            Parameter.text(
                    "id", DumpRecord.ID_PATTERN, "an id from GET /heapdumps", "the heap dump");

    private static final Parameter<Boolean> LIVE =
            Parameter.bool("live", "reachable objects only: runs a full GC first").or(false);
    private static final Parameter<Boolean> GZIP =
            Parameter.bool("gzip", "store the dump compressed").or(false);
    private static final Parameter<Boolean> ANALYZE =
            Parameter.bool("analyze", "analyse the dump immediately").or(true);
    private static final String EXACT = "exact";
    private static final Parameter<String> GARBAGE =
            Parameter.choice(
                            "garbage",
                            List.of("interval", EXACT),
                            "exact: the JVM counts all objects before the dump and live objects after it, which runs a full GC")
                    .or("interval");
    private static final Parameter<Boolean> REDACT =
            Parameter.bool("redact", "zero all primitive data, and compress").or(false);
    private static final RequestBodyDeclaration DESTINATION =
            RequestBodyDeclaration.optionalLine(
                    "a presigned URL for PUT, as created by S3 and similar services; without it,"
                            + " the dump goes to"
                            + " HEAPSIGHT_STORE",
                    Schema.pattern("^" + PresignedUrl.PATTERN + "$"));
    private static final KeptFileProblems PROBLEMS =
            new KeptFileProblems("heap dump", "/heapdumps");

    private final TargetResolver targets;
    private final HeapDumpServices dumps;
    private final StoreUploads stores;

    HeapDumpsResource(TargetResolver targets, HeapDumpServices dumps, StoreUploads stores) {
        this.targets = targets;
        this.dumps = dumps;
        this.stores = stores;
    }

    List<Route> routes() {
        return List.of(
                new Route(
                        Method.GET,
                        "/heapdumps",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "stored heap dumps",
                                List.of(),
                                AnswerDeclaration.textOr(() -> HeapDumpsReport.SHAPE.document())),
                        _ -> new Reply.Document(list())),
                takeRoute(),
                new Route(
                        Method.DELETE,
                        "/heapdumps/{id}",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "deletes a heap dump and its summary; returns the remaining ones",
                                List.of(ID),
                                AnswerDeclaration.textOr(() -> HeapDumpsReport.SHAPE.document())),
                        this::delete),
                new Route(
                        Method.POST,
                        "/heapdumps/{id}/analysis",
                        Access.PROTECTED,
                        Cost.COSTLY,
                        new Route.About(
                                "analyses a heap dump",
                                List.of(ID),
                                AnswerDeclaration.textOr(() -> JobJson.JOB.document()).accepted()),
                        this::analyze),
                new Route(
                        Method.POST,
                        "/heapdumps/{id}/upload",
                        Access.PROTECTED,
                        Cost.COSTLY,
                        new Route.About(
                                "sends a heap dump to object storage",
                                List.of(ID, REDACT),
                                Optional.of(DESTINATION),
                                AnswerDeclaration.textOr(() -> JobJson.JOB.document()).accepted()),
                        this::upload),
                new HeapDumpDownloadResource(dumps).route(),
                new HeapSummaryResource(dumps).route());
    }

    private Route takeRoute() {
        return new Route(
                Method.POST,
                "/heapdumps",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "takes and analyses a heap dump: the target is paused while" + " it writes",
                        List.of(
                                LIVE,
                                GZIP,
                                ANALYZE,
                                GARBAGE,
                                PauseParameters.MAX_PAUSE,
                                TargetResolver.TARGET),
                        AnswerDeclaration.textOr(() -> JobJson.JOB.document()).accepted()),
                this::take);
    }

    private HeapDumpsReport list() {
        DumpStore store = dumps.store();
        return new HeapDumpsReport(
                store.list().stream()
                        .map(
                                dump ->
                                        new HeapDumpsReport.Row(
                                                dump,
                                                store.hasSummary(dump.id()),
                                                dumps.analyses().explorer().hasIndex(dump)))
                        .toList(),
                dumps.analyses().obstacle());
    }

    private Reply take(Exchange exchange) throws ProblemException {
        DumpRequest request =
                new DumpRequest(
                        exchange.get(LIVE),
                        exchange.get(GZIP),
                        exchange.get(ANALYZE),
                        exchange.get(GARBAGE).equals(EXACT));
        TargetConnection target = targets.chosen(exchange);
        PauseLimit limit = PauseParameters.limit(dumps.taker().histograms().pauses(), exchange);
        JobSnapshot job = dumps.taker().take(target, request, limit, exchange.callerName());
        PauseParameters.addTo(exchange, job.pause());
        return JobsResource.started(exchange, job);
    }

    private Reply analyze(Exchange exchange) throws ProblemException {
        return JobsResource.started(
                exchange,
                dumps.analyses().start(find(dumps.store(), exchange), exchange.callerName()));
    }

    private Reply upload(Exchange exchange) throws ProblemException {
        DumpRecord dump = find(dumps.store(), exchange);
        if (exchange.body().isBlank()) {
            return JobsResource.started(
                    exchange,
                    stores.start(
                            EvidenceKind.HEAPDUMP,
                            dump.id(),
                            exchange.callerName(),
                            exchange.get(REDACT)));
        }
        PresignedUrl to = PresignedUrl.parse(exchange.body());
        return JobsResource.started(
                exchange,
                dumps.uploads().start(dump, to, exchange.get(REDACT), exchange.callerName()));
    }

    private Reply delete(Exchange exchange) throws ProblemException {
        String id = find(dumps.store(), exchange).id();
        if (!dumps.analyses().delete(id)) {
            throw new ProblemException(PROBLEMS.none(id));
        }
        return new Reply.Document(list());
    }

    /**
     * The dump that the path names.
     *
     * @throws ProblemException 404
     */
    static DumpRecord find(DumpStore store, Exchange exchange) throws ProblemException {
        String id = exchange.get(ID);
        return store.find(id).orElseThrow(() -> new ProblemException(PROBLEMS.none(id)));
    }
}
