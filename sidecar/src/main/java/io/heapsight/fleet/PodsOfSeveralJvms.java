/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import io.heapsight.prometheus.MetricSeries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds pods in which several JVMs run at the same time, by the heap of each. They are several
 * targets of one sidecar, or several scraped addresses of one container.
 */
final class PodsOfSeveralJvms {
    private static final String TARGET = "target";

    private PodsOfSeveralJvms() {}

    /**
     * Returns the pods, ordered by name.
     *
     * @param heaps of each JVM
     * @param isOfSidecar whether a label names the JVM
     * @param step between two values
     */
    static SortedSet<Pod> of(
            List<PodSeries<MetricSeries>> heaps, boolean isOfSidecar, Duration step) {
        long repeated = TimeGrid.STALENESS.plus(step).toMillis();
        Map<Pod, List<PodSeries<MetricSeries>>> byPod = new TreeMap<>();
        for (PodSeries<MetricSeries> each : heaps) {
            byPod.computeIfAbsent(each.pod(), _ -> new ArrayList<>()).add(each);
        }
        SortedSet<Pod> several = new TreeSet<>();
        byPod.forEach(
                (pod, all) -> {
                    for (int i = 0; i < all.size(); i++) {
                        for (PodSeries<MetricSeries> other : all.subList(0, i)) {
                            if (!isSame(all.get(i), other, isOfSidecar)
                                    && overlap(all.get(i).value(), other.value()) > repeated) {
                                several.add(pod);
                            }
                        }
                    }
                });
        return several;
    }

    /** Returns whether two series are those of one JVM, or of two containers. */
    private static boolean isSame(
            PodSeries<MetricSeries> one, PodSeries<MetricSeries> other, boolean isOfSidecar) {
        String label = isOfSidecar ? TARGET : Pod.INSTANCE_LABEL;
        return !one.container().equals(other.container())
                || one.value().label(label).equals(other.value().label(label));
    }

    /** Returns the time in which both have values, in milliseconds. */
    private static long overlap(MetricSeries one, MetricSeries other) {
        if (one.size() == 0 || other.size() == 0) {
            return 0;
        }
        long from = Math.max(one.epochMillis()[0], other.epochMillis()[0]);
        long to =
                Math.min(one.epochMillis()[one.size() - 1], other.epochMillis()[other.size() - 1]);
        return to - from;
    }
}
