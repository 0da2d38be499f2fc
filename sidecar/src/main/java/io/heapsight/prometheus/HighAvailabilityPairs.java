/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Merges duplicate series from the replicas of a high-availability pair, which differ only in their
 * replica label. Keeps the series with the most points.
 */
public final class HighAvailabilityPairs {
    /** The labels by which Prometheus, its operator, Thanos and Mimir name a replica. */
    public static final Set<String> REPLICA_LABELS =
            Set.of("replica", "prometheus_replica", "__replica__");

    private final List<MetricSeries> series;
    private final int merged;

    HighAvailabilityPairs(List<MetricSeries> all) {
        if (all.stream().noneMatch(HighAvailabilityPairs::hasReplica)) {
            series = all;
            merged = 0;
            return;
        }
        Map<Map<String, String>, List<MetricSeries>> groups = new LinkedHashMap<>();
        for (MetricSeries each : all) {
            groups.computeIfAbsent(withoutReplica(each.labels()), _ -> new ArrayList<>()).add(each);
        }
        merged = all.size() - groups.size();
        series =
                groups.entrySet().stream()
                        .map(each -> new Longest(each.getValue()).with(each.getKey()))
                        .toList();
    }

    private record Longest(List<MetricSeries> replicas) {
        MetricSeries with(Map<String, String> labels) {
            MetricSeries most =
                    replicas.stream()
                            .max(
                                    Comparator.comparingInt(MetricSeries::size)
                                            .thenComparing(
                                                    each -> new TreeMap<>(each.labels()).toString(),
                                                    Comparator.reverseOrder()))
                            .orElseThrow();
            return new MetricSeries(labels, most.epochMillis(), most.values());
        }
    }

    private static boolean hasReplica(MetricSeries each) {
        return each.labels().keySet().stream().anyMatch(REPLICA_LABELS::contains);
    }

    private static Map<String, String> withoutReplica(Map<String, String> labels) {
        Map<String, String> kept = new HashMap<>(labels);
        kept.keySet().removeAll(REPLICA_LABELS);
        return kept;
    }

    /** Returns the series without labels of replicas. */
    List<MetricSeries> series() {
        return series;
    }

    /** Returns a sentence about merged series; empty if there are none. */
    Optional<String> note() {
        return merged == 0
                ? Optional.empty()
                : Optional.of(
                        "Series of a high-availability pair were merged: they differ only in the"
                                + " label of the replica.");
    }
}
