/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Identifies a pod or, without Kubernetes, a scraped instance.
 *
 * @param cluster by the external label of its Prometheus; empty if it is unknown
 * @param namespace empty if it is unknown
 * @param name of the pod, or else the instance, such as {@code 10.0.0.1:9404}
 */
public record Pod(String cluster, String namespace, String name) implements Comparable<Pod> {
    /** The labels that name a cluster, preferred ones first. */
    static final List<String> CLUSTER_LABELS =
            List.of("cluster", "k8s_cluster_name", "cluster_name", "kubernetes_cluster");

    /** The labels that name a pod, preferred ones first: of operators, examples, collectors. */
    static final List<String> POD_LABELS = List.of("pod", "kubernetes_pod_name", "k8s_pod_name");

    static final List<String> NAMESPACE_LABELS =
            List.of("namespace", "kubernetes_namespace", "k8s_namespace_name");

    static final String CONTAINER_LABEL = "container";
    static final String INSTANCE_LABEL = "instance";

    /** All labels of an identity, for {@code by (…)}. */
    static final String IDENTITY =
            String.join(", ", CLUSTER_LABELS)
                    + ", "
                    + String.join(", ", NAMESPACE_LABELS)
                    + ", "
                    + String.join(", ", POD_LABELS)
                    + ", "
                    + CONTAINER_LABEL
                    + ", "
                    + INSTANCE_LABEL
                    + ", job";

    private static final Comparator<Pod> ORDER =
            Comparator.comparing(Pod::namespace)
                    .thenComparing(Pod::name)
                    .thenComparing(Pod::cluster);

    /** Identifies a pod of the only cluster. */
    public Pod(String namespace, String name) {
        this("", namespace, name);
    }

    /** Identifies the pod of a series; empty if no label names one. */
    public static Optional<Pod> of(Map<String, String> labels) {
        String cluster = first(labels, CLUSTER_LABELS);
        String namespace = first(labels, NAMESPACE_LABELS);
        String pod = first(labels, POD_LABELS);
        if (!pod.isEmpty()) {
            return Optional.of(new Pod(cluster, namespace, pod));
        }
        String instance = labels.getOrDefault(INSTANCE_LABEL, "");
        return instance.isEmpty() ? Optional.empty() : Optional.of(new Pod(cluster, "", instance));
    }

    private static String first(Map<String, String> labels, List<String> names) {
        return names.stream()
                .map(name -> labels.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("");
    }

    @Override
    public int compareTo(Pod other) {
        return ORDER.compare(this, other);
    }

    /** Returns the pod without its cluster. */
    public Pod anywhere() {
        return new Pod(namespace, name);
    }

    /** Returns the name with the cluster, if that is known: {@code eu/shop/web-1}. */
    public String inCluster() {
        return cluster.isEmpty() ? toString() : cluster + "/" + this;
    }

    /** {@code shop/web-1}, or the name alone. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
