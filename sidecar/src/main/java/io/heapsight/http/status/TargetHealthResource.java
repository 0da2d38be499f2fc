/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.status;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.report.status.TargetHealthReport;
import io.heapsight.status.TargetHealth;
import io.heapsight.unit.ProblemException;
import java.util.List;

/** {@code GET /status}: what is wrong with a target, and what to do. */
public final class TargetHealthResource {
    private final Parameter<String> target;
    private final Observer observer;

    /** Observes the target of a request. */
    @FunctionalInterface
    public interface Observer {
        /**
         * Observes the target.
         *
         * @throws ProblemException if there is no such target
         */
        TargetHealth.Sources observe(Exchange exchange) throws ProblemException;
    }

    /**
     * @param target selects the target
     */
    public TargetHealthResource(Parameter<String> target, Observer observer) {
        this.target = target;
        this.observer = observer;
    }

    public Route route() {
        return new Route(
                Method.GET,
                "/status",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "what is wrong, since when, what to do, and what happens otherwise",
                        List.of(target),
                        AnswerDeclaration.textOr(() -> TargetHealthReport.SHAPE.document())),
                exchange ->
                        new Reply.Document(
                                new TargetHealthReport(
                                        TargetHealth.of(observer.observe(exchange)))));
    }
}
