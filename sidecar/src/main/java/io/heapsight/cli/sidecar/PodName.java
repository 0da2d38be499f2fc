/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The name of the sidecar's pod in the store and the webhook. */
final class PodName {
    private PodName() {}

    /**
     * Returns POD_NAME, set by the downward API, or else HOSTNAME, which is the node's in a pod
     * with {@code hostNetwork}.
     */
    static Optional<String> of(Map<String, String> environment) {
        return Stream.of("POD_NAME", "HOSTNAME")
                .map(key -> environment.getOrDefault(key, ""))
                .filter(name -> !name.isBlank())
                .findFirst();
    }
}
