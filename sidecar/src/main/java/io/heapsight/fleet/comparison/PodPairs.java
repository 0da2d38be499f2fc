/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.Pod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Pairs of pods. A pod of both arms forms a pair with itself; other pods form pairs with a pod of
 * the other arm on the same node.
 */
record PodPairs(Map<Pod, Integer> numbers) {
    /** No pairs: all pods are compared. */
    static final PodPairs NONE = new PodPairs(Map.of());

    PodPairs {
        numbers = Collections.unmodifiableMap(new HashMap<>(numbers));
    }

    static PodPairs of(FleetArm base, FleetArm candidate) {
        Set<Pod> common = new TreeSet<>(base.kept());
        common.retainAll(new TreeSet<>(candidate.kept()));
        Map<Pod, Integer> numbers = new HashMap<>();
        int next = 0;
        for (Pod pod : common) {
            numbers.put(pod, next);
            next++;
        }
        SortedMap<String, List<Pod>> before = byNode(base, common);
        SortedMap<String, List<Pod>> after = byNode(candidate, common);
        for (Map.Entry<String, List<Pod>> node : before.entrySet()) {
            List<Pod> here = node.getValue();
            List<Pod> others = after.getOrDefault(node.getKey(), List.of());
            for (int i = 0; i < Math.min(here.size(), others.size()); i++) {
                numbers.put(here.get(i), next);
                numbers.put(others.get(i), next);
                next++;
            }
        }
        return new PodPairs(numbers);
    }

    private static SortedMap<String, List<Pod>> byNode(FleetArm arm, Set<Pod> without) {
        SortedMap<String, List<Pod>> pods = new TreeMap<>();
        for (Pod pod : arm.kept()) {
            arm.traits(pod)
                    .node()
                    .filter(_ -> !without.contains(pod))
                    .map(node -> pod.cluster() + "/" + node)
                    .ifPresent(node -> pods.computeIfAbsent(node, _ -> new ArrayList<>()).add(pod));
        }
        return pods;
    }

    /** Returns the number of pairs. */
    int size() {
        return new TreeSet<>(numbers.values()).size();
    }

    /** Returns the number of a pod's pair; empty if it has none. */
    OptionalInt number(Pod pod) {
        Integer number = numbers.get(pod);
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }
}
