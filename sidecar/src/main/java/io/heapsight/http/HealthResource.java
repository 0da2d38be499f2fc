/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Handler;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.function.Supplier;

/**
 * {@code GET /healthz}: whether the sidecar answers; {@code GET /readyz}: whether it samples a
 * target.
 */
final class HealthResource {
    private final Supplier<Reading<String>> readiness;

    HealthResource(Supplier<Reading<String>> readiness) {
        this.readiness = readiness;
    }

    List<Route> routes() {
        return List.of(
                route(
                        "/healthz",
                        "200 while the sidecar is alive",
                        _ -> new Reply.Document(new Status("alive", "the sidecar answers"))),
                route("/readyz", "200 while it samples a target, 503 otherwise", this::ready));
    }

    private static Route route(String path, String summary, Handler handler) {
        return new Route(
                Method.GET,
                path,
                Access.OPEN,
                Cost.INSTANT,
                new Route.About(
                        summary,
                        List.of(),
                        AnswerDeclaration.textOr(() -> Status.SHAPE.document())),
                handler);
    }

    private Reply ready(Exchange exchange) throws ProblemException {
        Reading<String> now = readiness.get();
        if (now instanceof Reading.Present<String>(String what)) {
            return new Reply.Document(new Status("ready", what));
        }
        throw new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "Not sampling a target",
                now.reason(),
                "Wait for the target to start; GET /targets lists the visible JVMs.");
    }

    private record Status(String status, String detail) implements Report {
        private static final Shape<Status> SHAPE =
                Shape.<Status>of()
                        .field("status", TEXT, Status::status)
                        .field("detail", TEXT, Status::detail);

        @Override
        public String text() {
            return status + ": " + detail + "\n";
        }

        @Override
        public void writeJson(Writer out) throws IOException {
            SHAPE.writeDocument(out, this);
        }
    }
}
