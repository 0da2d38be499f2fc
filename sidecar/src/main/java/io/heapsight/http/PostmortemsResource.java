/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static io.heapsight.http.route.ReplyFormat.TEXT;

import io.heapsight.http.file.FilePart;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.json.Schema;
import io.heapsight.postmortem.Postmortem;
import io.heapsight.postmortem.PostmortemJson;
import io.heapsight.postmortem.PostmortemStore;
import io.heapsight.report.PostmortemReport;
import io.heapsight.report.PostmortemsReport;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** {@code /postmortems}: lists and shows the evidence about targets that died. */
final class PostmortemsResource {
    private static final Parameter<String> ID =
            Parameter.text(
                    "id", Postmortem.ID_PATTERN, "an id from GET /postmortems", "the post-mortem");

    private final PostmortemStore store;

    PostmortemsResource(PostmortemStore store) {
        this.store = store;
    }

    List<Route> routes() {
        return List.of(
                new Route(
                        Method.GET,
                        "/postmortems",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "targets that died, with the reason",
                                List.of(),
                                AnswerDeclaration.textOr(() -> PostmortemsReport.SHAPE.document())),
                        _ -> new Reply.Document(new PostmortemsReport(store.list()))),
                new Route(
                        Method.GET,
                        "/postmortems/{id}",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "post-mortem of a target: evidence, last samples, last"
                                        + " histogram",
                                List.of(ID),
                                AnswerDeclaration.textOr(
                                        () -> PostmortemJson.POSTMORTEM.document())),
                        exchange ->
                                new Reply.Document(new PostmortemReport(find(exchange.get(ID))))),
                new Route(
                        Method.GET,
                        "/postmortems/{id}/hs_err",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "the complete crash log of the JVM, with environment and command"
                                        + " line",
                                List.of(ID),
                                AnswerDeclaration.always(Map.of(TEXT.mediaType(), Schema::string))),
                        exchange -> crashLog(exchange.get(ID))));
    }

    private Reply crashLog(String id) throws ProblemException {
        Postmortem postmortem = find(id);
        try {
            Path file =
                    store.crashLog(id)
                            .orElseThrow(() -> new ProblemException(noCrashLog(postmortem)));
            FileChannel text = FilePart.open(file);
            return new Reply.Bytes(
                    200,
                    TEXT.contentType(),
                    OptionalLong.of(text.size()),
                    new FilePart(text, 0, text.size()));
        } catch (IOException e) {
            throw new ProblemException(noCrashLog(postmortem), e);
        }
    }

    private static Problem noCrashLog(Postmortem of) {
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "No crash log is stored",
                of.crashLog().isEmpty()
                        ? "No crash log (hs_err) was found when the target died."
                        : "Only the beginning of it is stored: GET /postmortems/" + of.id() + ".",
                "A JVM writes one at a fatal error, into the file of -XX:ErrorFile, its working"
                        + " directory or /tmp: one of these must be writable for the target's"
                        + " user.");
    }

    private Postmortem find(String id) throws ProblemException {
        try {
            return store.find(id)
                    .orElseThrow(
                            () ->
                                    new ProblemException(
                                            Problem.Kind.NOT_FOUND,
                                            "No such post-mortem",
                                            "No post-mortem " + id + " is stored.",
                                            "GET /postmortems lists the stored ones."));
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.NOT_FOUND,
                    "The post-mortem can't be read",
                    "The file of " + id + ": " + IoReason.of(e),
                    "Check the folder postmortems in HEAPSIGHT_DATA_DIR.",
                    e);
        }
    }
}
