/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.operation.OperationGate;
import io.heapsight.report.AuditReport;
import java.util.List;

/** {@code /audit}: lists costly operations on targets, with caller and outcome. */
final class AuditResource {
    private final OperationGate operations;

    AuditResource(OperationGate operations) {
        this.operations = operations;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/audit",
                Access.PROTECTED,
                Cost.CHEAP,
                new Route.About(
                        "the audit log: costly operations on targets, with caller and outcome",
                        List.of(),
                        AnswerDeclaration.textOr(() -> AuditReport.SHAPE.document())),
                _ -> new Reply.Document(new AuditReport(operations.audit())));
    }
}
