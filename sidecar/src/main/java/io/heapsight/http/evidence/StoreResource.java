/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.evidence;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.report.evidence.StoreReport;
import io.heapsight.store.StoreUploads;
import io.heapsight.store.read.StoreContents;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * {@code GET /store}: lists the uploads in the store with their pods and times, newest first. A
 * child process reads the store.
 */
public final class StoreResource {
    private static final int MOST = 500;
    private static final Parameter<Integer> TOP =
            Parameter.integer("top", 1, MOST, "maximum number of rows, the newest first").or(50);

    private final StoreUploads stores;
    private final Semaphore turn = new Semaphore(1);

    public StoreResource(StoreUploads stores) {
        this.stores = stores;
    }

    public Route route() {
        return new Route(
                Method.GET,
                "/store",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "evidence in HEAPSIGHT_STORE: what left which pod when, compared with its"
                                + " manifest",
                        List.of(TOP),
                        AnswerDeclaration.textOr(() -> StoreContents.SHAPE.document())),
                this::list);
    }

    private Reply list(Exchange exchange) throws ProblemException {
        if (!turn.tryAcquire()) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "The store is being listed already",
                    "Only one at a time: each needs a child process.",
                    "Send the request again when that one has been answered.");
        }
        try {
            return new Reply.Document(
                    new StoreReport(stores.contents(exchange.get(TOP), exchange.cancel())));
        } finally {
            turn.release();
        }
    }
}
