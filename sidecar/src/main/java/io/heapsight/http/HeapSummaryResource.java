/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.dump.HeapDumpServices;
import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.http.file.StoredFileDownload;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.summary.SummaryJson;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.Optional;

/** {@code GET /heapdumps/ID/summary}: the heap summary as text, JSON or a page. */
final class HeapSummaryResource {
    private final DumpAnalyses analyses;
    private final DumpStore store;

    HeapSummaryResource(HeapDumpServices dumps) {
        analyses = dumps.analyses();
        store = dumps.store();
    }

    Route route() {
        return new Route(
                Method.GET,
                "/heapdumps/{id}/summary",
                Access.PROTECTED,
                Cost.STREAM,
                new Route.About(
                        "the summary of a heap dump: garbage, retained sizes, suspects, waste",
                        List.of(HeapDumpsResource.ID),
                        AnswerDeclaration.textOr(() -> SummaryJson.ALL.document()).orPage()),
                this::summary);
    }

    private Reply summary(Exchange exchange) throws ProblemException {
        DumpRecord dump = HeapDumpsResource.find(store, exchange);
        if (!store.hasSummary(dump.id())) {
            analyses.resume(dump, exchange.callerName());
        }
        if (!store.hasSummary(dump.id())) {
            throw new ProblemException(none(dump.id()));
        }
        return StoredFileDownload.summary(
                exchange, form -> store.summary(dump, form), () -> none(dump.id()));
    }

    private Problem none(String id) {
        String title = "This heap dump has no summary";
        Optional<Problem> obstacle = analyses.obstacle();
        if (obstacle.isPresent()) {
            Problem why = obstacle.get();
            return new Problem(Problem.Kind.NOT_FOUND, title, why.detail(), why.remedy());
        }
        return new Problem(
                Problem.Kind.NOT_FOUND,
                title,
                "The dump " + id + " has not been analysed, or its analysis has not ended yet.",
                "POST /heapdumps/" + id + "/analysis creates it; GET /jobs shows running jobs.");
    }
}
