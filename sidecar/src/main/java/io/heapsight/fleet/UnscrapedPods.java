/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import io.heapsight.unit.ProblemException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The pods without a scraped JVM in the window that have the same owners as a fleet's pods. If a
 * container fails before the first scrape, only kube-state-metrics knows its pod.
 *
 * @param pods the fleet that reads the figures of their containers
 * @param owners labels of the owner of each
 */
public record UnscrapedPods(Fleet pods, SortedMap<Pod, Map<String, String>> owners) {
    static final String OWNERS = "kube_pod_owner";

    /** The number of owners, or of pods, that one query names. */
    private static final int MOST_IN_A_QUERY = 500;

    private static final Pattern TEMPLATE_HASH = Pattern.compile("-[a-z0-9]+$");

    /** A static pod's owner is its node, which has other pods, too. */
    private static final String NODE = "Node";

    /**
     * Finds the pods without a scraped JVM; empty if there are none.
     *
     * @param owners of the fleet's pods
     * @param ofAllRollouts whether the pods of other ReplicaSets of a Deployment count, too
     */
    public static Optional<UnscrapedPods> of(
            Fleet fleet, Map<Pod, Map<String, String>> owners, boolean ofAllRollouts)
            throws ProblemException {
        Map<String, Map<String, String>> containers = containers(fleet, owners, ofAllRollouts);
        SortedMap<Pod, Map<String, String>> found = new TreeMap<>();
        for (Map.Entry<String, Map<String, String>> each : containers.entrySet()) {
            List<String> names = List.copyOf(each.getValue().keySet());
            for (int i = 0; i < names.size(); i += MOST_IN_A_QUERY) {
                int to = Math.min(names.size(), i + MOST_IN_A_QUERY);
                String some = String.join("|", names.subList(i, to));
                Optional<String> matchers = matchers(fleet.selector(), each.getKey(), some);
                if (matchers.isPresent()) {
                    found.putAll(
                            fleet.jvms().others(OWNERS, matchers.get(), "owner_kind, owner_name"));
                }
            }
        }
        Set<String> kinds = new HashSet<>();
        owners.values().forEach(owner -> kinds.add(owner.getOrDefault("owner_kind", "")));
        found.values().removeIf(owner -> !kinds.contains(owner.getOrDefault("owner_kind", "")));
        found.keySet().removeAll(scrapedElsewhere(fleet, found.keySet()));
        Map<Pod, String> scraped = new TreeMap<>();
        found.forEach((pod, owner) -> scraped.put(pod, container(containers, owner)));
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(new UnscrapedPods(fleet.of(scraped), found));
    }

    /** Returns the pods with a JVM that the selector does not match, such as another version's. */
    private static Set<Pod> scrapedElsewhere(Fleet fleet, Set<Pod> pods) throws ProblemException {
        Set<Pod> names = new HashSet<>();
        for (String batch : ContainerLabels.batches(pods, MOST_IN_A_QUERY)) {
            for (Pod each : fleet.withJvm(batch)) {
                names.add(each.anywhere());
            }
        }
        return pods.stream()
                .filter(pod -> names.contains(pod.anywhere()))
                .collect(Collectors.toSet());
    }

    /** Returns the scraped container of pods by namespace and by a pattern of their owner. */
    private static Map<String, Map<String, String>> containers(
            Fleet fleet, Map<Pod, Map<String, String>> owners, boolean ofAllRollouts) {
        Map<String, Map<String, String>> containers = new TreeMap<>();
        owners.forEach(
                (pod, owner) -> {
                    String name = owner.getOrDefault("owner_name", "");
                    String kind = owner.getOrDefault("owner_kind", "");
                    if (!name.isEmpty() && !name.equals("<none>") && !kind.equals(NODE)) {
                        boolean isWide = ofAllRollouts && kind.equals("ReplicaSet");
                        containers
                                .computeIfAbsent(
                                        owner.getOrDefault("namespace", ""), _ -> new TreeMap<>())
                                .putIfAbsent(
                                        isWide ? ofDeployment(name) : ContainerLabels.literal(name),
                                        fleet.scraped(pod));
                    }
                });
        return containers;
    }

    /** Returns a pattern of the names of a Deployment's ReplicaSets. */
    private static String ofDeployment(String replicaSet) {
        String name = TEMPLATE_HASH.matcher(replicaSet).replaceFirst("");
        return ContainerLabels.literal(name) + (name.equals(replicaSet) ? "" : "-[a-z0-9]+");
    }

    /** Returns matchers; empty if the selector names single instances. */
    private static Optional<String> matchers(String selector, String namespace, String owners)
            throws ProblemException {
        List<String> matchers = new ArrayList<>();
        matchers.add("namespace=" + ContainerLabels.quoted(namespace));
        matchers.add("owner_name=~" + ContainerLabels.quoted(owners));
        for (String part : PodSelector.of(selector).parts()) {
            String label = part.replaceFirst("[^a-zA-Z0-9_].*", "");
            if (label.equals(Pod.INSTANCE_LABEL)) {
                return Optional.empty();
            }
            if (Pod.POD_LABELS.contains(label)) {
                matchers.add("pod" + part.substring(label.length()));
            }
        }
        return Optional.of(String.join(",", matchers));
    }

    private static String container(
            Map<String, Map<String, String>> containers, Map<String, String> owner) {
        String name = owner.getOrDefault("owner_name", "");
        return containers
                .getOrDefault(owner.getOrDefault("namespace", ""), Map.of())
                .entrySet()
                .stream()
                .filter(each -> name.matches(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }
}
