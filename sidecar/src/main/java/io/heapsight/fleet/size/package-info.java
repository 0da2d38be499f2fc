/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Sizes the workloads of a fleet from the metrics of their pods in Prometheus.
 *
 * <p>{@link io.heapsight.fleet.size.PodHistoryQueries} queries the figures of all pods. Each {@link
 * io.heapsight.fleet.size.PodHistory} becomes an observation for the advisors of {@code advice}; a
 * {@link io.heapsight.fleet.size.WorkloadSize} is the largest suggestion of its pods that passes
 * the check of each of them.
 *
 * <p>Memory: 8 bytes for each figure, pod and step.
 */
@NullMarked
package io.heapsight.fleet.size;

import org.jspecify.annotations.NullMarked;
