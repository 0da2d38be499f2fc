/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.postmortem.Postmortem;
import io.heapsight.postmortem.PostmortemStore;
import io.heapsight.postmortem.Reason;
import io.heapsight.report.PostmortemReport;
import io.heapsight.report.PostmortemsReport;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** {@code /postmortems}: what was known when targets died. */
final class PostmortemsResource {
    private static final Parameter<String> ID =
            Parameter.text(
                    "id", Postmortem.ID_PATTERN, "an id from GET /postmortems", "the post-mortem");

    private static final Object[] ENTRY = {
        "id",
        Schema.pattern("^" + Postmortem.ID_PATTERN + "$"),
        "target",
        Schema.target()
                .withOptional(
                        "mainClass",
                        Schema.string(),
                        "jdk",
                        Schema.string(),
                        "collector",
                        Schema.string()),
        "diedAt",
        Schema.time(),
        "reason",
        Schema.object(
                "kind",
                Schema.choice(Reason.Kind.values(), Reason.Kind::label),
                "certainty",
                Schema.choice(Reason.Certainty.values(), Reason.Certainty::label),
                "evidence",
                Schema.array(Schema.string()))
    };
    private static final Object[] TOP_CLASS = {"topClass", Schema.string()};
    private static final Schema HISTOGRAM =
            Schema.object(
                    "takenAt",
                    Schema.time(),
                    "live",
                    Schema.bool(),
                    "takenBy",
                    Schema.string(),
                    "totals",
                    Schema.object("instances", Schema.integer(), "bytes", Schema.integer()),
                    "classes",
                    Schema.array(
                            Schema.object(
                                            "name",
                                            Schema.string(),
                                            "instances",
                                            Schema.integer(),
                                            "bytes",
                                            Schema.integer())
                                    .withOptional("module", Schema.string())));
    private static final Schema LIST =
            Schema.document(
                    "postmortems", Schema.array(Schema.object(ENTRY).withOptional(TOP_CLASS)));
    private static final Schema DOCUMENT =
            Schema.document(
                            and(
                                    ENTRY,
                                    "flags",
                                    Schema.array(Schema.string()),
                                    "limits",
                                    Schema.map(Schema.number()),
                                    "samples",
                                    Schema.array(Schema.object("at", Schema.time()))))
                    .withOptional(
                            and(
                                    TOP_CLASS,
                                    "histogram",
                                    HISTOGRAM,
                                    "crashLog",
                                    Schema.object(
                                            "file", Schema.string(), "text", Schema.string())));

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
                                "targets that died, and why", List.of(), Produces.textOr(LIST)),
                        _ -> new Reply.Document(new PostmortemsReport(store.list()))),
                new Route(
                        Method.GET,
                        "/postmortems/{id}",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "what was known when a target died: evidence, last samples, last"
                                        + " histogram",
                                List.of(ID),
                                Produces.textOr(DOCUMENT)),
                        exchange ->
                                new Reply.Document(new PostmortemReport(find(exchange.get(ID))))));
    }

    private Postmortem find(String id) throws ProblemException {
        try {
            return store.find(id)
                    .orElseThrow(
                            () ->
                                    new ProblemException(
                                            new Problem(
                                                    Problem.Kind.NOT_FOUND,
                                                    "No such post-mortem",
                                                    "No post-mortem " + id + " is kept.",
                                                    "GET /postmortems lists those that are.")));
        } catch (IOException e) {
            throw new ProblemException(
                    new Problem(
                            Problem.Kind.NOT_FOUND,
                            "The post-mortem can't be read",
                            "The file of " + id + ": " + IoReason.of(e),
                            "Look after the folder postmortems in HEAPSIGHT_DATA_DIR."),
                    e);
        }
    }

    private static Object[] and(Object[] some, Object... more) {
        List<Object> all = new ArrayList<>(Arrays.asList(some));
        Collections.addAll(all, more);
        return all.toArray();
    }
}
