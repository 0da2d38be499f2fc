/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Determines the name of the sidecar's pod, for the store and the webhook. */
final class PodName {
    private PodName() {}

    /**
     * Returns POD_NAME, set by the downward API, or else HOSTNAME. In a pod with {@code
     * hostNetwork}, HOSTNAME is the name of the node.
     */
    static Optional<String> of(Map<String, String> environment) {
        return Stream.of("POD_NAME", "HOSTNAME")
                .map(key -> environment.getOrDefault(key, ""))
                .filter(name -> !name.isBlank())
                .findFirst();
    }
}
