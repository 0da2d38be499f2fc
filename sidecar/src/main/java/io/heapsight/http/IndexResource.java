/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.text;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.http.route.Route;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.RulesReport;
import io.heapsight.trigger.FiringOutcome;
import io.heapsight.trigger.TriggerCounts;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** {@code GET /}: the endpoints and the last firings; the web page for a browser. */
final class IndexResource {
    private final Supplier<List<Route>> routes;
    private final TriggerCounts triggers;

    /**
     * @param routes of the whole server, including this one
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
                new Route.About(
                        "this list, or the web page for a browser",
                        List.of(),
                        AnswerDeclaration.textOr(() -> Index.SHAPE.document()).orPage()),
                this::index);
    }

    private Reply index(Exchange exchange) {
        return exchange.format() == ReplyFormat.HTML
                ? PageResource.index(exchange)
                : new Reply.Document(new Index(routes.get(), triggers()));
    }

    /** The rows of triggers, which are rules in short form: their values are per cent. */
    private List<TriggerCounts.Row> triggers() {
        return triggers.rows().stream().filter(row -> row.rule().isTrigger()).toList();
    }

    private record Index(List<Route> routes, List<TriggerCounts.Row> triggers) implements Report {
        private static final Shape<Route> ENDPOINT =
                Shape.<Route>of()
                        .field("method", TEXT, route -> route.method().name())
                        .field("path", TEXT, Route::path)
                        .field("summary", TEXT, route -> route.about().summary())
                        .field("open", FLAG, route -> route.access() == Access.OPEN);
        private static final Shape<TriggerCounts.Firing> FIRING =
                Shape.<TriggerCounts.Firing>of()
                        .field("at", TIME, TriggerCounts.Firing::at)
                        .field("target", TEXT, TriggerCounts.Firing::target)
                        .field("percent", NUMBER, last -> Math.round(1000 * last.value()) / 10.0)
                        .field(
                                "outcome",
                                choice(FiringOutcome.values(), FiringOutcome::label),
                                TriggerCounts.Firing::outcome)
                        .nullable("result", TEXT, last -> JsonValueCodec.text(last.result()));
        private static final Shape<TriggerCounts.Row> TRIGGER =
                Shape.<TriggerCounts.Row>of()
                        .field("trigger", TEXT, row -> row.rule().name())
                        .field("fired", RulesReport.fired(), TriggerCounts.Row::counts)
                        .nullable("last", FIRING, TriggerCounts.Row::last);
        private static final Shape<Index> SHAPE =
                Shape.<Index>of()
                        .field("endpoints", list(ENDPOINT), Index::routes)
                        .field("triggers", list(TRIGGER), Index::triggers);

        @Override
        public String text() {
            StringBuilder out =
                    new StringBuilder("heapsight: memory and GC diagnostics of JVMs\n\n");
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
                    If there are several JVMs, ?target= selects one by pid or name.
                    See /openapi.json for the parameters.
                    """);
            if (!triggers.isEmpty()) {
                out.append("\nTriggers:\n");
            }
            for (TriggerCounts.Row row : triggers) {
                long fired = row.counts().values().stream().mapToLong(Long::longValue).sum();
                out.append("  ").append(row.rule()).append("  fired ").append(fired);
                out.append(fired == 1 ? " time" : " times");
                row.last().ifPresent(last -> out.append(text(last)));
                out.append('\n');
            }
            return out.toString();
        }

        private static String text(TriggerCounts.Firing last) {
            return String.format(
                    Locale.ROOT,
                    "; last %s, %s at %.1f %%: %s%s",
                    last.at(),
                    last.target(),
                    100 * last.value(),
                    last.outcome().label(),
                    last.result().isEmpty() ? "" : ", " + last.result());
        }

        @Override
        public void writeJson(Writer out) throws IOException {
            SHAPE.writeDocument(out, this);
        }
    }
}
