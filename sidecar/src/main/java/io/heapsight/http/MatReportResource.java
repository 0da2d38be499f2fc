/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.dump.HeapDumpServices;
import io.heapsight.dump.mat.MatReport;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.http.file.StoredFileDownload;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.job.JobJson;
import io.heapsight.json.Schema;
import io.heapsight.kept.FilesInUse;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** {@code /heapdumps/ID/mat-report}: reports of Eclipse MAT, if it is installed. */
final class MatReportResource {
    private static final Parameter<String> REPORT =
            Parameter.choice(
                            "report",
                            Stream.of(MatReport.values()).map(MatReport::label).toList(),
                            "report of Eclipse MAT")
                    .or(MatReport.SUSPECTS.label());

    private final HeapDumpServices dumps;

    MatReportResource(HeapDumpServices dumps) {
        this.dumps = dumps;
    }

    List<Route> routes() {
        return List.of(
                new Route(
                        Method.POST,
                        "/heapdumps/{id}/mat-report",
                        Access.PROTECTED,
                        Cost.COSTLY,
                        new Route.About(
                                "runs Eclipse MAT to create a report of a heap dump",
                                List.of(HeapDumpsResource.ID, REPORT),
                                AnswerDeclaration.textOr(() -> JobJson.JOB.document()).accepted()),
                        this::make),
                new Route(
                        Method.GET,
                        "/heapdumps/{id}/mat-report",
                        Access.PROTECTED,
                        Cost.TRANSFER,
                        new Route.About(
                                "the report created by Eclipse MAT: HTML in a zip file",
                                List.of(HeapDumpsResource.ID, REPORT),
                                AnswerDeclaration.always(
                                        Map.of("application/zip", Schema::binary))),
                        this::download));
    }

    private static MatReport report(Exchange exchange) {
        return Stream.of(MatReport.values())
                .filter(each -> each.label().equals(exchange.get(REPORT)))
                .findFirst()
                .orElseThrow();
    }

    private Reply make(Exchange exchange) throws ProblemException {
        DumpRecord dump = HeapDumpsResource.find(dumps.store(), exchange);
        return JobsResource.started(
                exchange, dumps.matReports().start(dump, report(exchange), exchange.callerName()));
    }

    private Reply download(Exchange exchange) throws ProblemException {
        DumpRecord dump = HeapDumpsResource.find(dumps.store(), exchange);
        MatReport report = report(exchange);
        Path zip =
                dumps.matReports()
                        .find(dump, report)
                        .orElseThrow(() -> new ProblemException(none(dump, report)));
        FilesInUse.Use use = dumps.store().uses().begin(dump.id());
        try {
            String tag = "%s-%x".formatted(report.fileName(dump), zip.toFile().lastModified());
            Reply reply = StoredFileDownload.of(exchange, tag, "application/zip", zip, use);
            StoredFileDownload.name(exchange, report.fileName(dump));
            return reply;
        } catch (IOException e) {
            throw new ProblemException(none(dump, report), e);
        }
    }

    private static Problem none(DumpRecord dump, MatReport report) {
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "Eclipse MAT has not created this report of the heap dump",
                "The dump %s has no report \"%s\" yet; MAT may still be running."
                        .formatted(dump.id(), report.label()),
                "POST /heapdumps/%s/mat-report?report=%s creates it; GET /jobs shows running jobs."
                        .formatted(dump.id(), report.label()));
    }
}
