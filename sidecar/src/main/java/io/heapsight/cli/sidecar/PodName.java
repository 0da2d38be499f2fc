/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The pod that the sidecar is in, as the store and the webhook name it. */
final class PodName {
    private PodName() {}

    /**
     * POD_NAME, which the downward API gives, or else HOSTNAME: in a pod with {@code hostNetwork}
     * that is the node's.
     */
    static Optional<String> of(Map<String, String> environment) {
        return Stream.of("POD_NAME", "HOSTNAME")
                .map(key -> environment.getOrDefault(key, ""))
                .filter(name -> !name.isBlank())
                .findFirst();
    }
}
