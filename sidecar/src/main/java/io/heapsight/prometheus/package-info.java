/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Queries the HTTP API of Prometheus, which Thanos, Mimir, Cortex and VictoriaMetrics also have.
 *
 * <p>{@link io.heapsight.prometheus.PrometheusAddress} is the URL with its credentials. {@link
 * io.heapsight.prometheus.PrometheusClient} sends PromQL, pages long ranges, retries temporary
 * failures, and returns {@link io.heapsight.prometheus.MetricSeries}. Everything that makes an
 * answer less than complete is a note of the client.
 *
 * <p>Memory: at most {@value io.heapsight.prometheus.QueryResultLimits#MOST_POINTS} points of 16
 * bytes a query.
 *
 * @see <a href="https://prometheus.io/docs/prometheus/latest/querying/api/">HTTP API</a>
 */
@NullMarked
package io.heapsight.prometheus;

import org.jspecify.annotations.NullMarked;
