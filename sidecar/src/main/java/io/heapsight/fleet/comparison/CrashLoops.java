/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.Fleet;
import io.heapsight.fleet.Pod;
import io.heapsight.fleet.UnscrapedPods;
import io.heapsight.unit.ProblemException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The pods of an arm that restart before a scrape finds their JVM. A pod counts only if its owner
 * has pods of this arm alone: in a StatefulSet, the owner does not show the version.
 *
 * @param restarts of each at the times of the grid
 */
record CrashLoops(SortedMap<Pod, double[]> restarts) {
    static final CrashLoops NONE = new CrashLoops(new TreeMap<>());

    private static final int MOST_NAMES = 5;

    /** Minimum number of restarts. As during the start-up, the first restart of a pod is usual. */
    private static final int LEAST = 2;

    static CrashLoops of(Fleet arm, Fleet other) throws ProblemException {
        Optional<UnscrapedPods> own = UnscrapedPods.of(arm, arm.owners(), false);
        if (own.isEmpty()) {
            return NONE;
        }
        SortedMap<Pod, double[]> restarts = own.get().pods().restarts();
        restarts.values().removeIf(counter -> !isLoop(counter, 0));
        removePodsOf(other, restarts.keySet());
        if (!restarts.isEmpty()) {
            UnscrapedPods.of(other, other.owners(), false)
                    .ifPresent(others -> restarts.keySet().removeAll(others.owners().keySet()));
        }
        return new CrashLoops(restarts);
    }

    /** Removes a fleet's pods, even if their cluster has another name or none. */
    private static void removePodsOf(Fleet fleet, Set<Pod> pods) {
        Set<Pod> own = fleet.pods();
        Set<String> clusters = new HashSet<>();
        Set<Pod> anywhere = new HashSet<>();
        own.forEach(
                pod -> {
                    clusters.add(pod.cluster());
                    anywhere.add(pod.anywhere());
                });
        pods.removeIf(
                pod ->
                        clusters.contains(pod.cluster())
                                ? own.contains(pod)
                                : anywhere.contains(pod.anywhere()));
    }

    private static boolean isLoop(double[] counter, int time) {
        return PodLifetime.rose(counter, time, counter.length - 1, LEAST).isPresent();
    }

    /** Returns the number of pods that restarted after a time. */
    int since(int time) {
        return (int) restarts.values().stream().filter(counter -> isLoop(counter, time)).count();
    }

    /** Returns a sentence on them; empty if there are none. */
    Optional<String> sentence(String arm) {
        int more = restarts.size() - MOST_NAMES;
        return restarts.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "%d more %s of %s restarted before their first scrape: %s%s."
                                .formatted(
                                        restarts.size(),
                                        restarts.size() == 1 ? "pod" : "pods",
                                        arm,
                                        restarts.keySet().stream()
                                                .limit(MOST_NAMES)
                                                .map(Pod::toString)
                                                .collect(Collectors.joining(", ")),
                                        more > 0 ? " and %d more".formatted(more) : ""));
    }
}
