/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import io.heapsight.fleet.Pod;
import java.util.Comparator;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A Kubernetes workload: pods that share their settings.
 *
 * @param namespace empty if it is unknown
 * @param kind as in a manifest: {@code Deployment}
 * @param name in its namespace
 */
public record WorkloadId(String namespace, String kind, String name)
        implements Comparable<WorkloadId> {
    /** The letters of generated names, see apimachinery's util/rand. */
    private static final String LETTERS = "[bcdfghjklmnpqrstvwxz2456789]";

    private static final Pattern TEMPLATE_HASH = Pattern.compile("-" + LETTERS + "{6,10}$");
    private static final Pattern SUFFIX = Pattern.compile("-" + LETTERS + "{5}$");
    private static final Pattern ORDINAL = Pattern.compile("-\\d{1,5}$");
    private static final String DEPLOYMENT = "Deployment";

    /**
     * Returns the workload of a pod.
     *
     * @param owner labels of its {@code kube_pod_owner}; empty if unknown
     */
    static WorkloadId of(Pod pod, Map<String, String> owner) {
        String kind = owner.getOrDefault("owner_kind", "");
        String name = owner.getOrDefault("owner_name", "");
        if (name.isEmpty() || kind.isEmpty() || kind.equals("<none>")) {
            return byName(pod);
        }
        String deployment = TEMPLATE_HASH.matcher(name).replaceFirst("");
        return kind.equals("ReplicaSet") && !deployment.equals(name)
                ? new WorkloadId(pod.namespace(), DEPLOYMENT, deployment)
                : new WorkloadId(pod.namespace(), kind, name);
    }

    /** Returns the workload by the pod's name: without generated suffixes. */
    static WorkloadId byName(Pod pod) {
        String name = pod.name();
        String group = SUFFIX.matcher(name).replaceFirst("");
        String deployment = TEMPLATE_HASH.matcher(group).replaceFirst("");
        if (!group.equals(name)) {
            String kind = deployment.equals(group) ? "DaemonSet" : DEPLOYMENT;
            return new WorkloadId(pod.namespace(), kind, deployment);
        }
        String set = ORDINAL.matcher(name).replaceFirst("");
        return set.equals(name)
                ? new WorkloadId(pod.namespace(), "Pod", name)
                : new WorkloadId(pod.namespace(), "StatefulSet", set);
    }

    @Override
    public int compareTo(WorkloadId other) {
        return Comparator.comparing(WorkloadId::namespace)
                .thenComparing(WorkloadId::name)
                .thenComparing(WorkloadId::kind)
                .compare(this, other);
    }

    /** {@code shop/web}. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
