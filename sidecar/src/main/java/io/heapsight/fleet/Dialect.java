/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import io.heapsight.unit.Labelled;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The metric names of an exporter: for each figure of a pod, the query that returns the figure. */
public enum Dialect implements Labelled {
    /** This sidecar, with the names of Prometheus' Java client and a label {@code target}. */
    HEAPSIGHT("heapsight", DialectQueries.heapsight("", DialectQueries.OF_TARGET)),
    /** This sidecar with {@code HEAPSIGHT_METRIC_NAMES=prefixed}. */
    HEAPSIGHT_PREFIXED(
            "heapsight with prefixed names",
            DialectQueries.heapsight("heapsight_", DialectQueries.OF_TARGET)),
    /** Spring Boot, Quarkus, Micronaut, Helidon. */
    MICROMETER("Micrometer", DialectQueries.micrometer()),
    /** Prometheus' Java client 1.x, and jmx_exporter 1.x. */
    CLIENT_JAVA("client_java or jmx_exporter", DialectQueries.clientJava()),
    /** Prometheus' simpleclient, and jmx_exporter before 1.0. */
    SIMPLECLIENT("simpleclient or an old jmx_exporter", DialectQueries.simpleclient()),
    /** The stable semantic conventions of OpenTelemetry, as in its Java agent. */
    OPENTELEMETRY("OpenTelemetry", DialectQueries.openTelemetry());

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a copy of Map.copyOf
    private final Map<PodFigure, MetricQuery> queries;

    Dialect(String title, Map<PodFigure, MetricQuery> queries) {
        this.title = title;
        this.queries = Map.copyOf(queries);
    }

    /** Returns the display name: {@code Micrometer}. */
    public String title() {
        return title;
    }

    /** Returns whether a sidecar has the metrics, in another container than the JVM. */
    boolean isOfSidecar() {
        return this == HEAPSIGHT || this == HEAPSIGHT_PREFIXED;
    }

    /** Returns the query of a figure; empty if the exporter does not have it. */
    public Optional<MetricQuery> query(PodFigure figure) {
        return Optional.ofNullable(queries.get(figure));
    }

    /** Returns the figures that the exporter has. */
    public Set<PodFigure> figures() {
        return queries.keySet();
    }

    /** Returns the buckets of the histogram of pauses; empty if it has none. */
    Optional<MetricQuery> pauseBuckets() {
        return switch (this) {
            case HEAPSIGHT ->
                    Optional.of(
                            MetricQuery.sum(
                                    "jvm_gc_duration_seconds_bucket", DialectQueries.OF_TARGET));
            case HEAPSIGHT_PREFIXED ->
                    Optional.of(
                            MetricQuery.sum(
                                    "heapsight_jvm_gc_duration_seconds_bucket",
                                    DialectQueries.OF_TARGET));
            case OPENTELEMETRY -> Optional.of(DialectQueries.openTelemetryPauses());
            case MICROMETER, CLIENT_JAVA, SIMPLECLIENT -> Optional.empty();
        };
    }

    /** Returns the query by which the dialect is recognized: each of its pods has a result. */
    MetricQuery marker() {
        return query(PodFigure.HEAP_USED_BYTES).orElseThrow();
    }
}
