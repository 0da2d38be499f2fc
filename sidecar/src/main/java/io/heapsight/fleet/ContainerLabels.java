/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The labels of cAdvisor and kube-state-metrics, and matchers that select pods by them. */
final class ContainerLabels {
    /** The labels of a container's identity, for {@code by (…)}. */
    static final String BY =
            String.join(", ", Pod.CLUSTER_LABELS) + ", namespace, pod, " + Pod.CONTAINER_LABEL;

    private ContainerLabels() {}

    /**
     * Returns matchers that together select some pods, in any cluster.
     *
     * @param most maximum number of pods in one matcher
     */
    static List<String> batches(Collection<Pod> pods, int most) {
        Map<String, SortedSet<String>> byNamespace = new TreeMap<>();
        for (Pod pod : pods) {
            byNamespace.computeIfAbsent(pod.namespace(), _ -> new TreeSet<>()).add(pod.name());
        }
        List<String> batches = new ArrayList<>();
        byNamespace.forEach(
                (namespace, all) -> {
                    List<String> names = List.copyOf(all);
                    for (int i = 0; i < names.size(); i += most) {
                        List<String> some = names.subList(i, Math.min(names.size(), i + most));
                        batches.add(
                                (namespace.isEmpty() ? "" : equal("namespace", namespace) + ",")
                                        + "pod=~"
                                        + quoted(anyOf(some)));
                    }
                });
        return batches;
    }

    /**
     * Returns a matcher, followed by a comma, that excludes series of clusters without the program.
     * Empty if some series of the program don't name their cluster. Series of containers may name
     * the cluster by another label.
     */
    static String clusters(Collection<Map<String, String>> ofProgram) {
        for (String label : Pod.CLUSTER_LABELS) {
            SortedSet<String> names = new TreeSet<>();
            ofProgram.forEach(labels -> names.add(labels.getOrDefault(label, "")));
            if (!names.contains("")) {
                return "%s=~%s,".formatted(label, quoted(anyOf(names) + "|"));
            }
        }
        return "";
    }

    private static String anyOf(Collection<String> names) {
        return names.stream().map(ContainerLabels::literal).collect(Collectors.joining("|"));
    }

    private static String equal(String label, String value) {
        return label + "=" + quoted(value);
    }

    /** Escapes a name for RE2. */
    static String literal(String name) {
        return name.replaceAll("([^A-Za-z0-9_-])", "\\\\$1");
    }

    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
