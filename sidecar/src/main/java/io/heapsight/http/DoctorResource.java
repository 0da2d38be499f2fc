/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.doctor.Diagnosis;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.report.DoctorReport;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.Optional;

/** {@code GET /doctor}: reports what works on a target, what does not, and the line to change. */
final class DoctorResource {
    /** The exit code of {@code heapsight doctor}: the image's entry point reads it here. */
    private static final String EXIT_CODE = "X-Heapsight-Exit-Code";

    private static final Parameter<Boolean> STORE =
            Parameter.bool(
                            "store",
                            "also writes a test object to HEAPSIGHT_STORE, and checks the access to"
                                    + " Jobs")
                    .or(true);

    private final TargetResolver targets;
    private final ApiServices.Examiner examiner;

    DoctorResource(TargetResolver targets, ApiServices.Examiner examiner) {
        this.targets = targets;
        this.examiner = examiner;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/doctor",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "what works on a target, what doesn't, and which line to change",
                        List.of(TargetResolver.TARGET, STORE),
                        AnswerDeclaration.textOr(() -> DoctorReport.SHAPE.document())),
                this::examine);
    }

    /** A missing target is not an error of this request, but a finding. */
    private Reply examine(Exchange exchange) throws ProblemException {
        boolean named = exchange.find(TargetResolver.TARGET).isPresent();
        Diagnosis diagnosis =
                examiner.examine(
                        named || targets.isAnyFollowed()
                                ? Optional.of(targets.chosen(exchange))
                                : Optional.empty(),
                        exchange.get(STORE),
                        exchange.cancel());
        exchange.answerHeader(EXIT_CODE, diagnosis.faults().isEmpty() ? "0" : "1");
        return new Reply.Document(new DoctorReport(diagnosis));
    }
}
