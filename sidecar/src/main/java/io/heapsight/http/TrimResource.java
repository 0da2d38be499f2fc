/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.report.TrimReport;
import io.heapsight.trim.NativeHeapTrimmer;
import io.heapsight.unit.ProblemException;
import java.util.List;

/** {@code POST /trim}: makes glibc give freed memory of a target back to the kernel. */
final class TrimResource {
    private final TargetResolver targets;
    private final NativeHeapTrimmer trimmer;

    TrimResource(TargetResolver targets, NativeHeapTrimmer trimmer) {
        this.targets = targets;
        this.trimmer = trimmer;
    }

    Route route() {
        return new Route(
                Method.POST,
                "/trim",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "gives freed native memory back to the kernel (JDK 17 and later, glibc):"
                                + " resident memory before and after",
                        List.of(TargetResolver.TARGET),
                        AnswerDeclaration.textOr(() -> TrimReport.SHAPE.document())),
                this::trim);
    }

    private Reply trim(Exchange exchange) throws ProblemException {
        return new Reply.Document(
                new TrimReport(
                        trimmer.trim(
                                targets.chosen(exchange),
                                exchange.callerName(),
                                exchange.cancel())));
    }
}
