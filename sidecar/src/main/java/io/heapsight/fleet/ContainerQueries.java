/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import java.util.Map;
import java.util.Optional;

/**
 * Defines the queries of container figures from cAdvisor and kube-state-metrics, by namespace, pod
 * and container. The selector of the pods does not apply to these queries, because it may contain
 * labels of the program.
 */
public final class ContainerQueries {
    /** A metric that each container of a running pod has, except init containers. */
    static final String OF_ALL = "kube_pod_container_status_restarts_total";

    /**
     * Matchers of real containers, without sums over containers and without the pod's own
     * container.
     */
    static final String REAL = "container!=\"\",container!=\"POD\"";

    private static final String OOM_KILLED = "reason=\"OOMKilled\"";
    private static final String LIMITS = "kube_pod_container_resource_limits";
    private static final String REQUESTS = "kube_pod_container_resource_requests";
    private static final Map<PodFigure, MetricQuery> QUERIES =
            Map.ofEntries(
                    Map.entry(
                            PodFigure.WORKING_SET_BYTES,
                            MetricQuery.max("container_memory_working_set_bytes", REAL)),
                    Map.entry(
                            PodFigure.CONTAINER_USAGE_BYTES,
                            MetricQuery.max("container_memory_usage_bytes", REAL)),
                    Map.entry(
                            PodFigure.RESIDENT_BYTES,
                            MetricQuery.max("container_memory_rss", REAL)),
                    Map.entry(PodFigure.ANON_BYTES, MetricQuery.max("container_memory_rss", REAL)),
                    Map.entry(
                            PodFigure.KERNEL_BYTES,
                            MetricQuery.max("container_memory_kernel_usage", REAL)),
                    Map.entry(
                            PodFigure.MAPPED_FILE_BYTES,
                            MetricQuery.max("container_memory_mapped_file", REAL)),
                    Map.entry(
                            PodFigure.CPU_SECONDS,
                            MetricQuery.sum("container_cpu_usage_seconds_total", REAL)),
                    Map.entry(
                            PodFigure.CPU_PERIODS,
                            MetricQuery.max("container_cpu_cfs_periods_total", REAL)),
                    Map.entry(
                            PodFigure.THROTTLED_PERIODS,
                            MetricQuery.max("container_cpu_cfs_throttled_periods_total", REAL)),
                    Map.entry(
                            PodFigure.THROTTLED_SECONDS,
                            MetricQuery.max("container_cpu_cfs_throttled_seconds_total", REAL)),
                    Map.entry(
                            PodFigure.MEMORY_LIMIT_BYTES,
                            MetricQuery.max(LIMITS, "resource=\"memory\"")),
                    Map.entry(
                            PodFigure.MEMORY_REQUEST_BYTES,
                            MetricQuery.max(REQUESTS, "resource=\"memory\"")),
                    Map.entry(
                            PodFigure.CPU_LIMIT_CORES, MetricQuery.max(LIMITS, "resource=\"cpu\"")),
                    Map.entry(
                            PodFigure.CPU_REQUEST_CORES,
                            MetricQuery.max(REQUESTS, "resource=\"cpu\"")),
                    Map.entry(PodFigure.RESTARTS, MetricQuery.max(OF_ALL, "")),
                    Map.entry(
                            PodFigure.OOM_KILLED,
                            MetricQuery.max(
                                    "kube_pod_container_status_last_terminated_reason",
                                    OOM_KILLED)),
                    Map.entry(
                            PodFigure.ENDED_BY_OOM_KILL,
                            MetricQuery.max(
                                    "kube_pod_container_status_terminated_reason", OOM_KILLED)));

    private ContainerQueries() {}

    /** Returns the query of a figure; empty if it is not one of containers. */
    public static Optional<MetricQuery> query(PodFigure figure) {
        return Optional.ofNullable(QUERIES.get(figure));
    }
}
