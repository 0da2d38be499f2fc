/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.report.TargetsReport;
import java.util.List;

/** {@code GET /targets}: lists the visible JVMs, and the operations that each supports. */
final class TargetsResource {
    private final ApiServices.InSight inSight;

    TargetsResource(ApiServices.InSight inSight) {
        this.inSight = inSight;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/targets",
                Access.PROTECTED,
                Cost.CHEAP,
                new Route.About(
                        "the visible JVMs, their options without secrets, and what works on each",
                        List.of(),
                        AnswerDeclaration.textOr(() -> TargetsReport.SHAPE.document())),
                _ -> new Reply.Document(inSight.report()));
    }
}
