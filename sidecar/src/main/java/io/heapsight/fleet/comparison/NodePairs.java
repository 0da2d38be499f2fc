/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.Pod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** Pairs of pods of both arms on the same node. */
record NodePairs(Map<Pod, Integer> numbers) {
    /** No pairs: all pods are compared. */
    static final NodePairs NONE = new NodePairs(Map.of());

    NodePairs {
        numbers = Collections.unmodifiableMap(new HashMap<>(numbers));
    }

    static NodePairs of(FleetArm base, FleetArm candidate) {
        SortedMap<String, List<Pod>> before = byNode(base);
        SortedMap<String, List<Pod>> after = byNode(candidate);
        Map<Pod, Integer> numbers = new HashMap<>();
        int next = 0;
        for (Map.Entry<String, List<Pod>> node : before.entrySet()) {
            List<Pod> here = node.getValue();
            List<Pod> others = after.getOrDefault(node.getKey(), List.of());
            for (int i = 0; i < Math.min(here.size(), others.size()); i++) {
                numbers.put(here.get(i), next);
                numbers.put(others.get(i), next);
                next++;
            }
        }
        return new NodePairs(numbers);
    }

    private static SortedMap<String, List<Pod>> byNode(FleetArm arm) {
        SortedMap<String, List<Pod>> pods = new TreeMap<>();
        for (Pod pod : arm.kept()) {
            arm.traits(pod)
                    .node()
                    .map(node -> pod.cluster() + "/" + node)
                    .ifPresent(node -> pods.computeIfAbsent(node, _ -> new ArrayList<>()).add(pod));
        }
        return pods;
    }

    /** Returns the number of pairs. */
    int size() {
        return numbers.size() / 2;
    }

    /** Returns the number of a pod's pair; empty if it has none. */
    OptionalInt number(Pod pod) {
        Integer number = numbers.get(pod);
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }
}
