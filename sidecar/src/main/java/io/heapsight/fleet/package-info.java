/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads the figures of a fleet's pods from Prometheus, whichever exporter a pod has.
 *
 * <p>A {@link io.heapsight.fleet.PodFigure} is a figure of one pod. A {@link
 * io.heapsight.fleet.Dialect} names the metrics that contain it: those of the sidecar, Micrometer,
 * client_java or OpenTelemetry; {@link io.heapsight.fleet.ContainerQueries} has those of cAdvisor
 * and kube-state-metrics. {@link io.heapsight.fleet.Fleet} queries a figure of all pods that match
 * a selector, with one request.
 */
@NullMarked
package io.heapsight.fleet;

import org.jspecify.annotations.NullMarked;
