/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.report.Report;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** {@code GET /}: the endpoints. */
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
                                    Schema.bool())));

    private final Supplier<List<Route>> routes;

    /**
     * @param routes of the whole server, this one too
     */
    IndexResource(Supplier<List<Route>> routes) {
        this.routes = routes;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/",
                Access.OPEN,
                Cost.CHEAP,
                new Route.About("this list", List.of(), Produces.textOr(SCHEMA)),
                _ -> new Reply.Document(new Index(routes.get())));
    }

    private record Index(List<Route> routes) implements Report {
        @Override
        public String text() {
            StringBuilder out =
                    new StringBuilder("heapsight: memory and GC of the JVM beside it\n\n");
            for (Route route : routes) {
                String mark = route.access() == Access.OPEN ? " " : "*";
                out.append(
                        String.format(
                                Locale.ROOT,
                                "%-4s %s %-18s %s\n",
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
            return out.toString();
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
        }
    }
}
