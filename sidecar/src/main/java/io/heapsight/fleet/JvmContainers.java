/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import io.heapsight.prometheus.InstantSample;
import io.heapsight.prometheus.MetricSeries;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.ProblemException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the series of a fleet's JVMs among the series of cAdvisor and kube-state-metrics, which
 * have other labels than the program's series.
 *
 * <p>Pods may have equal names in several clusters. Series of a program and of its container belong
 * to one pod if they name the same cluster. If only one of the two names the cluster, or each uses
 * its own label, the name of the pod must be unique.
 */
final class JvmContainers {
    /** The number of pods that one query of container figures names. */
    private static final int MOST_PODS_IN_A_QUERY = 500;

    private static final String AMBIGUOUS =
            "Container figures are missing for pods with one name in several clusters: give the"
                    + " metrics of the program and of containers the same label cluster.";

    /**
     * Minimum ratio of a container's memory to the heap in use of its JVM. It is below 1 because
     * the two are sampled at different times.
     */
    private static final double LEAST_OF_HEAP = 0.8;

    private final PrometheusClient client;
    private final boolean isOfSidecar;
    private final TimeGrid grid;

    /** The scraped container of each pod; empty if no label names it. */
    private final Map<Pod, String> scraped;

    /** Matcher of the program's clusters; may be empty. */
    private final String ofClusters;

    private final Map<Pod, List<Pod>> byName = new TreeMap<>();
    private final Set<String> clusters = new TreeSet<>();

    /**
     * Pods with a scraped container that is too small for the JVM, such as a proxy that forwards
     * metrics.
     */
    private final Set<Pod> wrong = new TreeSet<>();

    private final Set<String> notes;

    /** The names of all containers by the pods of their series; empty until they are needed. */
    private Optional<Map<Pod, Set<String>>> names = Optional.empty();

    /** The names of all containers by the fleet's pods. */
    private Optional<Map<Pod, Set<String>>> ownNames = Optional.empty();

    JvmContainers(
            PrometheusClient client,
            boolean isOfSidecar,
            TimeGrid grid,
            Map<Pod, String> scraped,
            String ofClusters,
            Set<String> notes) {
        this.client = client;
        this.isOfSidecar = isOfSidecar;
        this.grid = grid;
        this.scraped = scraped;
        this.ofClusters = ofClusters;
        this.notes = notes;
        for (Pod pod : scraped.keySet()) {
            byName.computeIfAbsent(pod.anywhere(), _ -> new ArrayList<>()).add(pod);
            clusters.add(pod.cluster());
        }
        clusters.remove("");
    }

    /** Returns matchers that select its pods by cluster, namespace and name, in batches. */
    List<String> batches() {
        return ContainerLabels.batches(scraped.keySet(), MOST_PODS_IN_A_QUERY).stream()
                .map(ofClusters::concat)
                .toList();
    }

    /**
     * Assigns series of containers to the fleet's pods, by the pods that their labels name.
     *
     * @return the pod of the fleet by the one that the labels name; without others
     */
    Map<Pod, Pod> assigned(Set<Pod> named) throws ProblemException {
        Map<Pod, Pod> assigned = new TreeMap<>();
        Set<Pod> others = new TreeSet<>();
        for (Pod each : named) {
            if (scraped.containsKey(each)) {
                assigned.put(each, each);
            } else if (byName.containsKey(each.anywhere())) {
                others.add(each);
            }
        }
        if (others.isEmpty()) {
            return assigned;
        }
        Set<Pod> all = new TreeSet<>(named);
        all.addAll(names().keySet());
        Map<Pod, Set<String>> found = new TreeMap<>();
        for (Pod each : all) {
            found.computeIfAbsent(each.anywhere(), _ -> new TreeSet<>()).add(each.cluster());
        }
        for (Pod other : others) {
            List<Pod> possible = byName.getOrDefault(other.anywhere(), List.of());
            boolean isUnique =
                    possible.size() == 1
                            && found.getOrDefault(other.anywhere(), Set.of()).size() == 1;
            if (isUnique && !clusters.contains(other.cluster())) {
                assigned.put(other, possible.getFirst());
            } else if (possible.stream().noneMatch(all::contains)) {
                notes.add(AMBIGUOUS);
            }
        }
        return assigned;
    }

    /**
     * Returns the labels of an informational metric in the window, for pods that the fleet does not
     * contain.
     *
     * @param matchers PromQL matchers that select the pods
     * @param labels to return, besides those of the container
     */
    SortedMap<Pod, Map<String, String>> others(String metric, String matchers, String labels)
            throws ProblemException {
        String vector = "%s{%s%s}".formatted(metric, ofClusters, matchers);
        String promql =
                "group by (%s, %s) (%s)".formatted(ContainerLabels.BY, labels, grid.lastOf(vector));
        SortedMap<Pod, Map<String, String>> found = new TreeMap<>();
        for (InstantSample each : client.instant(promql, grid.end())) {
            Pod.of(each.labels()).ifPresent(pod -> found.put(pod, each.labels()));
        }
        found.keySet().removeAll(assigned(Set.copyOf(found.keySet())).keySet());
        return found;
    }

    /** Returns whether kube-state-metrics was recorded at the start of the window. */
    boolean areRecordedFromTheStart() throws ProblemException {
        String any =
                "group(%s{%s%s})"
                        .formatted(ContainerQueries.OF_ALL, ofClusters, ContainerQueries.REAL);
        return !client.instant(any, grid.from()).isEmpty();
    }

    /**
     * Finds pods with a scraped container that has less memory than the heap in use: Istio's proxy
     * forwards the metrics of the program. If another scraped container of the pod has enough
     * memory, it is the JVM's.
     *
     * @param heaps the heap in use by endpoint
     */
    void correct(List<PodSeries<MetricSeries>> heaps) throws ProblemException {
        if (isOfSidecar || scraped.values().stream().allMatch(String::isEmpty)) {
            return;
        }
        Map<Pod, Map<String, Double>> most = mostMemory();
        for (PodSeries<MetricSeries> each : heaps) {
            if (each.container().equals(scraped.get(each.pod())) && ratio(each, most) < 1) {
                wrong.add(each.pod());
            }
        }
        for (PodSeries<MetricSeries> each : heaps) {
            if (wrong.contains(each.pod()) && ratio(each, most) >= 1) {
                scraped.put(each.pod(), each.container());
                wrong.remove(each.pod());
            }
        }
    }

    /** Returns the ratio of a container's memory to the least for its heap; NaN if unknown. */
    private static double ratio(
            PodSeries<MetricSeries> heap, Map<Pod, Map<String, Double>> mostMemory) {
        double used = Arrays.stream(heap.value().values()).max().orElse(Double.NaN);
        return mostMemory
                        .getOrDefault(heap.pod(), Map.of())
                        .getOrDefault(heap.container(), Double.NaN)
                / (LEAST_OF_HEAP * used);
    }

    /** Returns the highest working set of each container in the window, by pod and name. */
    private Map<Pod, Map<String, Double>> mostMemory() throws ProblemException {
        Map<Pod, Map<String, Double>> found = new TreeMap<>();
        for (String batch : batches()) {
            String promql =
                    "max by (%s) (max_over_time(container_memory_working_set_bytes{%s,%s}[%s]))"
                            .formatted(
                                    ContainerLabels.BY,
                                    batch,
                                    ContainerQueries.REAL,
                                    grid.window());
            for (InstantSample each : client.instant(promql, grid.end())) {
                Pod.of(each.labels())
                        .ifPresent(
                                pod ->
                                        found.computeIfAbsent(pod, _ -> new TreeMap<>())
                                                .merge(
                                                        each.label(Pod.CONTAINER_LABEL),
                                                        each.value(),
                                                        Math::max));
            }
        }
        Map<Pod, Map<String, Double>> own = new TreeMap<>();
        assigned(found.keySet())
                .forEach((named, pod) -> own.put(pod, found.getOrDefault(named, Map.of())));
        return own;
    }

    /** Returns whether the scraped container of a pod is not the JVM's. */
    boolean isWrong(Pod pod) {
        return wrong.contains(pod);
    }

    /** Keeps the series of the JVMs' containers. */
    <T> List<PodSeries<T>> ofJvms(List<PodSeries<T>> series) throws ProblemException {
        Set<Pod> named = new TreeSet<>();
        series.forEach(each -> named.add(each.pod()));
        Map<Pod, Pod> pods = assigned(named);
        List<PodSeries<T>> found = new ArrayList<>();
        for (PodSeries<T> each : series) {
            Pod pod = pods.get(each.pod());
            if (pod != null) {
                found.add(each.of(pod));
            }
        }
        Map<Pod, Set<String>> all = new TreeMap<>();
        for (PodSeries<T> each : found) {
            all.computeIfAbsent(each.pod(), _ -> new TreeSet<>()).add(each.container());
        }
        List<PodSeries<T>> kept = new ArrayList<>();
        for (PodSeries<T> each : found) {
            Set<String> possible = possible(each.pod(), all.getOrDefault(each.pod(), Set.of()));
            if (possible.size() > 1) {
                notes.add(
                        "Container figures are missing for pods of several containers: no label"
                                + " names the container of the JVM.");
            } else if (possible.contains(each.container())) {
                kept.add(each);
            }
        }
        return kept;
    }

    /**
     * Returns the possible containers of a pod's JVM: the scraped container or, if that is a
     * sidecar or a proxy, the other containers.
     *
     * @param there containers with a figure. Others may lack it, such as a limit.
     */
    private Set<String> possible(Pod pod, Set<String> there) throws ProblemException {
        String own = scraped.getOrDefault(pod, "");
        boolean isOfJvm = !own.isEmpty() && !isOfSidecar && !isWrong(pod);
        if (isOfJvm && there.contains(own)) {
            return Set.of(own);
        }
        Set<String> known = names(pod);
        // A collector that pushes metrics of others may label them with its own container.
        if (isOfJvm && (known.isEmpty() || known.contains(own))) {
            return Set.of(own);
        }
        Set<String> possible = new TreeSet<>(there);
        possible.addAll(known);
        if (known.isEmpty() || possible.size() > 1) {
            possible.remove(own);
        }
        return possible;
    }

    private Set<String> names(Pod pod) throws ProblemException {
        if (ownNames.isEmpty()) {
            Map<Pod, Set<String>> all = names();
            Map<Pod, Set<String>> own = new TreeMap<>();
            assigned(all.keySet())
                    .forEach((named, each) -> own.put(each, all.getOrDefault(named, Set.of())));
            ownNames = Optional.of(own);
        }
        return ownNames.get().getOrDefault(pod, Set.of());
    }

    /** Returns the names of all containers that kube-state-metrics knows, by pod. */
    private Map<Pod, Set<String>> names() throws ProblemException {
        if (names.isPresent()) {
            return names.get();
        }
        Map<Pod, Set<String>> found = new TreeMap<>();
        for (String batch : batches()) {
            String all = grid.lastOf(ContainerQueries.OF_ALL + "{" + batch + "}");
            String promql = "group by (%s) (%s)".formatted(ContainerLabels.BY, all);
            for (InstantSample each : client.instant(promql, grid.end())) {
                String name = each.label(Pod.CONTAINER_LABEL);
                Pod.of(each.labels())
                        .ifPresent(
                                pod -> found.computeIfAbsent(pod, _ -> new TreeSet<>()).add(name));
            }
        }
        names = Optional.of(found);
        return found;
    }
}
