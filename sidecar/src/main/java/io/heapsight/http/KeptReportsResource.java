/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.file.KeptFileProblems;
import io.heapsight.http.file.StoredFileDownload;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.json.Schema;
import io.heapsight.kept.KeptFile;
import io.heapsight.report.HistogramGarbageReport;
import io.heapsight.report.HistogramReport;
import io.heapsight.report.KeptReportList;
import io.heapsight.report.ThreadsReport;
import io.heapsight.trigger.KeptReport;
import io.heapsight.trigger.KeptReports;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.util.List;

/**
 * {@code /threads/kept} and similar: lists, shows and deletes the reports of one kind that rules
 * captured.
 */
final class KeptReportsResource {
    private final KeptReports reports;
    private final KeptReports.Kind kind;
    private final KeptFileProblems problems;
    private final Parameter<String> id;

    KeptReportsResource(KeptReports reports) {
        this.reports = reports;
        this.kind = reports.kind();
        this.problems =
                new KeptFileProblems(
                        kind.noun(),
                        kind.path(),
                        "a rule with the action " + kind.action().label() + " takes one");
        this.id =
                Parameter.text(
                        "id",
                        KeptFile.ID_PATTERN,
                        "an id from GET " + kind.path(),
                        "the " + kind.noun());
    }

    List<Route> routes() {
        return List.of(
                new Route(
                        Method.GET,
                        kind.path(),
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                kind.plural() + " captured by rules",
                                List.of(),
                                AnswerDeclaration.textOr(
                                        () -> KeptReportList.shape(kind).document())),
                        _ -> new Reply.Document(list())),
                new Route(
                        Method.GET,
                        kind.path() + "/{id}",
                        Access.PROTECTED,
                        Cost.STREAM,
                        new Route.About(
                                "a " + kind.noun() + " captured by a rule",
                                List.of(id),
                                AnswerDeclaration.textOr(this::document)),
                        this::show),
                new Route(
                        Method.DELETE,
                        kind.path() + "/{id}",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "deletes a " + kind.noun() + "; returns the remaining ones",
                                List.of(id),
                                AnswerDeclaration.textOr(
                                        () -> KeptReportList.shape(kind).document())),
                        this::delete));
    }

    private Schema document() {
        return switch (kind) {
            case THREADS -> ThreadsReport.SHAPE.document();
            case HISTOGRAM -> HistogramReport.SHAPE.document();
            case GARBAGE -> HistogramGarbageReport.SHAPE.document();
        };
    }

    private KeptReportList list() {
        return new KeptReportList(kind, reports.files().list());
    }

    private Reply show(Exchange exchange) throws ProblemException {
        KeptReport report = find(exchange);
        return StoredFileDownload.summary(
                exchange,
                form -> reports.files().summary(report, form),
                () -> problems.none(report.id()));
    }

    private Reply delete(Exchange exchange) throws ProblemException {
        KeptReport report = find(exchange);
        try {
            reports.files().delete(report.id());
        } catch (IOException e) {
            throw problems.notRemoved(report.id(), e);
        }
        return new Reply.Document(list());
    }

    /**
     * The report that the path names.
     *
     * @throws ProblemException 404
     */
    private KeptReport find(Exchange exchange) throws ProblemException {
        String wanted = exchange.get(id);
        return reports.files()
                .find(wanted)
                .orElseThrow(() -> new ProblemException(problems.none(wanted)));
    }
}
