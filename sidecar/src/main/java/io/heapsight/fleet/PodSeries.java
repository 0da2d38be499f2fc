/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import java.util.List;
import java.util.Map;

/**
 * A Prometheus series of one pod.
 *
 * @param endpoint job, container and instance, which order the endpoints of a pod
 * @param value one value, or one for each time
 */
record PodSeries<T>(Pod pod, String container, String endpoint, T value) {
    /** Adds a series, unless no label names its pod. */
    static <T> void add(List<PodSeries<T>> to, Map<String, String> labels, T value) {
        String container = labels.getOrDefault(Pod.CONTAINER_LABEL, "");
        String endpoint =
                labels.getOrDefault("job", "")
                        + '\n'
                        + container
                        + '\n'
                        + labels.getOrDefault("instance", "");
        Pod.of(labels).ifPresent(pod -> to.add(new PodSeries<>(pod, container, endpoint, value)));
    }

    /** Returns the same series, assigned to another pod. */
    PodSeries<T> of(Pod other) {
        return new PodSeries<>(other, container, endpoint, value);
    }
}
