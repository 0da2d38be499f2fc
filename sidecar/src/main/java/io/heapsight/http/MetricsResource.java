/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.file.GzippedBytes;
import io.heapsight.http.request.Negotiation;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Produces;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.json.Schema;
import io.heapsight.metrics.MetricsPage;
import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code GET /metrics}: for Prometheus; never touches the target. */
final class MetricsResource {
    private final Function<String, List<byte[]>> metrics;

    MetricsResource(Function<String, List<byte[]>> metrics) {
        this.metrics = metrics;
    }

    Route route() {
        Map<String, Supplier<Schema>> forms = new LinkedHashMap<>();
        forms.put("text/plain", Schema::string);
        forms.put("application/openmetrics-text", Schema::string);
        return new Route(
                Method.GET,
                "/metrics",
                Access.OPEN,
                Cost.INSTANT,
                new Route.About(
                        "Prometheus metrics (text 0.0.4, or OpenMetrics 1.0 by Accept)",
                        List.of(),
                        Produces.always(forms)),
                this::page);
    }

    /** The page is compressed only on request. */
    private Reply page(Exchange exchange) {
        String contentType =
                MetricsPage.contentType(Optional.ofNullable(exchange.header("Accept")));
        List<byte[]> page = metrics.apply(contentType);
        exchange.answerHeader("Vary", "Accept, Accept-Encoding");
        if (!Negotiation.acceptsGzip(exchange.header("Accept-Encoding"))) {
            return new Reply.Pieces(contentType, page);
        }
        exchange.answerHeader("Content-Encoding", "gzip");
        return new Reply.Content(contentType, Buffer.buffer(GzippedBytes.of(page)));
    }
}
