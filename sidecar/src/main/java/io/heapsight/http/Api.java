/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.operation.HistogramOperations;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the API serves from. Everything is called on virtual threads, by several at once.
 *
 * @param targets the connections to the JVMs that are watched now
 * @param readiness what is being sampled, or why nothing is
 * @param metrics the metrics page
 * @param histograms takes histograms through the gate
 * @param version of heapsight
 */
public record Api(
        Supplier<List<TargetConnection>> targets,
        Supplier<Reading<String>> readiness,
        Metrics metrics,
        HistogramOperations histograms,
        String version) {
    /** The metrics page, in the form that a scraper accepts. */
    public interface Metrics {
        /** The Content-Type to answer with, by the {@code Accept} header, if there was one. */
        String contentType(Optional<String> accept);

        /** The page in that form. */
        String render(String contentType);
    }

    /** Every route of the server, in the order in which people read them. */
    List<Route> routes(ConfigResource config) {
        List<Route> routes = new ArrayList<>();
        Targets chosen = new Targets(targets);
        routes.add(new IndexResource(() -> routes).route());
        routes.add(new MetricsResource(metrics).route());
        routes.addAll(new HealthResource(readiness).routes());
        routes.add(new OpenApiResource(() -> routes, version).route());
        routes.add(config.route());
        routes.add(new TargetsResource(targets).route());
        routes.addAll(new JstatResource(chosen).routes());
        routes.addAll(new HistogramResource(chosen, histograms).routes());
        routes.add(new GarbageResource(chosen, histograms).route());
        return List.copyOf(routes);
    }
}
