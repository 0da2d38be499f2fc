/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.file.GzipByteSource;
import io.heapsight.http.request.FormatNegotiation;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.json.Schema;
import io.heapsight.metrics.MetricFilter;
import io.heapsight.metrics.MetricsPage;
import io.vertx.core.buffer.Buffer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** {@code GET /metrics}: renders the metrics page for Prometheus; never touches the target. */
final class MetricsResource {
    private static final Parameter<List<String>> NAMES =
            Parameter.list(
                    "name",
                    Parameter.text(
                            "name",
                            "[a-zA-Z_:][a-zA-Z0-9_:]{0,199}",
                            "the name of a metric",
                            "names of families or of their series to show"));
    private static final Parameter<List<String>> COLLECTORS =
            Parameter.list(
                    "collect",
                    Parameter.choice(
                            "collect",
                            MetricFilter.COLLECTORS,
                            "collectors to show, as in the label collector"));
    private final BiFunction<String, MetricFilter, List<byte[]>> metrics;

    MetricsResource(BiFunction<String, MetricFilter, List<byte[]>> metrics) {
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
                        List.of(NAMES, COLLECTORS),
                        AnswerDeclaration.always(forms)),
                this::page);
    }

    /** The page is compressed only on request. */
    private Reply page(Exchange exchange) {
        String contentType =
                MetricsPage.contentType(Optional.ofNullable(exchange.header("Accept")));
        List<byte[]> page =
                metrics.apply(
                        contentType,
                        new MetricFilter(
                                new HashSet<>(exchange.get(NAMES)),
                                new HashSet<>(exchange.get(COLLECTORS))));
        exchange.answerHeader("Vary", "Accept, Accept-Encoding");
        if (!FormatNegotiation.acceptsGzip(exchange.header("Accept-Encoding"))) {
            return new Reply.Pieces(contentType, page);
        }
        exchange.answerHeader("Content-Encoding", "gzip");
        return new Reply.Content(contentType, Buffer.buffer(GzipByteSource.of(page)));
    }
}
