/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import io.heapsight.prometheus.HighAvailabilityPairs;
import java.util.Optional;

/**
 * A query of one value per pod: the sum or the maximum of a metric's series.
 *
 * @param metric name of the metric
 * @param matchers further matchers: {@code area="heap"}; empty for none
 * @param aggregation of the series of a pod
 * @param zeroWith a query of the pods in which a missing series means 0, such as an event that has
 *     not happened yet; empty if it means that the figure is unknown
 */
public record MetricQuery(
        String metric, String matchers, Aggregation aggregation, Optional<MetricQuery> zeroWith) {
    /** The function that reduces the series of a pod to one value. */
    public enum Aggregation {
        SUM("sum", ""),
        /** The sum without series of -1, which mean that there is no maximum. */
        SUM_OF_POSITIVE("sum", " > 0"),
        /** The sum of nanoseconds, in seconds. */
        SUM_OF_NANOS("sum", " / 1e9"),
        MAX("max", "");

        private final String operator;
        private final String suffix;

        Aggregation(String operator, String suffix) {
            this.operator = operator;
            this.suffix = suffix;
        }
    }

    static MetricQuery sum(String metric, String matchers) {
        return new MetricQuery(metric, matchers, Aggregation.SUM, Optional.empty());
    }

    static MetricQuery sumOfPositive(String metric, String matchers) {
        return new MetricQuery(metric, matchers, Aggregation.SUM_OF_POSITIVE, Optional.empty());
    }

    static MetricQuery sumOfNanos(String metric) {
        return new MetricQuery(metric, "", Aggregation.SUM_OF_NANOS, Optional.empty());
    }

    static MetricQuery max(String metric, String matchers) {
        return new MetricQuery(metric, matchers, Aggregation.MAX, Optional.empty());
    }

    /** Returns a query in which a missing series is 0 in pods with the other figure. */
    MetricQuery zeroWith(MetricQuery other) {
        return new MetricQuery(metric, matchers, aggregation, Optional.of(other));
    }

    /**
     * Returns the expression.
     *
     * @param selector matchers of the pods, without braces
     * @param by labels of a pod's identity
     * @param replicas whether a high-availability pair of Prometheus has scraped each series twice
     */
    String promql(String selector, String by, boolean replicas) {
        String value = aggregated(vector(selector), by, replicas);
        return zeroWith.map(other -> value + " or 0 * " + other.promql(selector, by, replicas))
                .orElse(value);
    }

    private String aggregated(String vector, String by, boolean replicas) {
        String inner =
                replicas
                        ? "max without (%s) (%s)"
                                .formatted(
                                        String.join(", ", HighAvailabilityPairs.REPLICA_LABELS),
                                        vector)
                        : vector;
        return "%s by (%s) (%s%s)".formatted(aggregation.operator, by, inner, aggregation.suffix);
    }

    /**
     * Returns the expression of the maximum of all samples in a time range; empty for a sum.
     *
     * @see PodFigureQuery#maximum
     */
    Optional<String> maximum(String selector, String by, boolean replicas, String range) {
        if (aggregation != Aggregation.MAX || zeroWith.isPresent()) {
            return Optional.empty();
        }
        String vector = vector(selector);
        return Optional.of(
                aggregated(
                        "max_over_time(%s[%s]) or %s".formatted(vector, range, vector),
                        by,
                        replicas));
    }

    /** Returns the plain selector of its series. */
    String vector(String selector) {
        return metric + "{" + selector + (matchers.isEmpty() ? "" : "," + matchers) + "}";
    }
}
