/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import java.util.Optional;

/**
 * A query of one figure of some pods.
 *
 * @param selector matchers of the pods, without braces
 * @param by labels of a pod's identity
 * @param replicas whether a high-availability pair of Prometheus has scraped each series twice
 */
public record PodFigureQuery(MetricQuery metric, String selector, String by, boolean replicas) {
    /** Returns the expression of the figure at a moment. */
    public String promql() {
        return metric.promql(selector, by, replicas);
    }

    /**
     * Returns the expression of the maximum of all samples in a time range. If the range has no
     * sample, the value is the last sample before it.
     *
     * @param range in seconds: {@code 60s}
     * @return empty if the figure is a sum, as the maxima of its parts may be at different times
     */
    public Optional<String> maximum(String range) {
        return metric.maximum(selector, by, replicas, range);
    }
}
