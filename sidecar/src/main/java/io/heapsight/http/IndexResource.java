/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.report.Report;
import io.heapsight.trigger.FiringOutcome;
import io.heapsight.trigger.TriggerCounts;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** {@code GET /}: the endpoints, and what fired by itself. */
final class IndexResource {
    private static final Schema SCHEMA =
            Schema.document(
                    "endpoints",
                    Schema.array(
                            Schema.object(
                                    "method",
                                    Schema.string(),
                                    "path",
                                    Schema.string(),
                                    "summary",
                                    Schema.string(),
                                    "open",
                                    Schema.bool())),
                    "triggers",
                    Schema.array(
                            Schema.object(
                                    "trigger",
                                    Schema.string(),
                                    "fired",
                                    Schema.object(
                                            "done",
                                            Schema.integer(),
                                            "refused",
                                            Schema.integer(),
                                            "failed",
                                            Schema.integer(),
                                            "held_back",
                                            Schema.integer()),
                                    "last",
                                    Schema.object(
                                                    "at",
                                                    Schema.time(),
                                                    "target",
                                                    Schema.string(),
                                                    "percent",
                                                    Schema.number(),
                                                    "outcome",
                                                    Schema.string())
                                            .orNull())));

    private final Supplier<List<Route>> routes;
    private final TriggerCounts triggers;

    /**
     * @param routes of the whole server, this one too
     */
    IndexResource(Supplier<List<Route>> routes, TriggerCounts triggers) {
        this.routes = routes;
        this.triggers = triggers;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/",
                Access.OPEN,
                Cost.CHEAP,
                new Route.About("this list", List.of(), Produces.textOr(SCHEMA)),
                _ -> new Reply.Document(new Index(routes.get(), triggers.rows())));
    }

    private record Index(List<Route> routes, List<TriggerCounts.Row> triggers) implements Report {
        @Override
        public String text() {
            StringBuilder out =
                    new StringBuilder("heapsight: memory and GC of the JVM beside it\n\n");
            for (Route route : routes) {
                String mark = route.access() == Access.OPEN ? " " : "*";
                out.append(
                        String.format(
                                Locale.ROOT,
                                "%-6s %s %-24s %s\n",
                                route.method(),
                                mark,
                                route.path(),
                                route.about().summary()));
            }
            out.append(
                    """

                    * answered on loopback (kubectl port-forward, kubectl exec) or with a bearer token.
                    Text by default; JSON with "Accept: application/json" or ?format=json.
                    Where there are several JVMs, ?target= picks one by pid or name.
                    The parameters are in /openapi.json.
                    """);
            if (!triggers.isEmpty()) {
                out.append("\nTriggers:\n");
            }
            for (TriggerCounts.Row row : triggers) {
                long fired = row.counts().values().stream().mapToLong(Long::longValue).sum();
                out.append("  ").append(row.trigger()).append("  fired ").append(fired);
                out.append(fired == 1 ? " time" : " times");
                row.last().ifPresent(last -> out.append(text(last)));
                out.append('\n');
            }
            return out.toString();
        }

        private static String text(TriggerCounts.Firing last) {
            return String.format(
                    Locale.ROOT,
                    "; last %s, %s at %.1f %%: %s",
                    last.at(),
                    last.target(),
                    last.percent(),
                    last.outcome().label());
        }

        @Override
        public void writeFields(JsonGenerator json) throws IOException {
            json.writeArrayFieldStart("endpoints");
            for (Route route : routes) {
                json.writeStartObject();
                json.writeStringField("method", route.method().name());
                json.writeStringField("path", route.path());
                json.writeStringField("summary", route.about().summary());
                json.writeBooleanField("open", route.access() == Access.OPEN);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayFieldStart("triggers");
            for (TriggerCounts.Row row : triggers) {
                write(row, json);
            }
            json.writeEndArray();
        }

        private static void write(TriggerCounts.Row row, JsonGenerator json) throws IOException {
            json.writeStartObject();
            json.writeStringField("trigger", row.trigger().toString());
            json.writeObjectFieldStart("fired");
            for (Map.Entry<FiringOutcome, Long> count : row.counts().entrySet()) {
                json.writeNumberField(count.getKey().label(), count.getValue());
            }
            json.writeEndObject();
            if (row.last().isPresent()) {
                TriggerCounts.Firing last = row.last().get();
                json.writeObjectFieldStart("last");
                json.writeStringField("at", last.at().toString());
                json.writeStringField("target", last.target());
                json.writeNumberField("percent", Math.round(10 * last.percent()) / 10.0);
                json.writeStringField("outcome", last.outcome().label());
                json.writeEndObject();
            } else {
                json.writeNullField("last");
            }
            json.writeEndObject();
        }
    }
}
