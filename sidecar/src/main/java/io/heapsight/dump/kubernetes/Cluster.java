/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.store.rest.RestClient;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The Kubernetes cluster of the sidecar's pod, and the settings for access to it.
 *
 * @param access finds the API server and the token
 * @param pod name of the sidecar's own pod, if known
 * @param patience with the API server
 * @param interval between two queries of a Job
 */
public record Cluster(
        Access access, Optional<String> pod, RestClient.Patience patience, Duration interval) {
    private static final Duration USUAL_INTERVAL = Duration.ofSeconds(5);

    /** Finds the API server and the token. */
    @FunctionalInterface
    public interface Access {
        /**
         * Finds the API server and the token.
         *
         * @throws ProblemException if one of them is missing
         */
        ServiceAccount find() throws ProblemException;
    }

    /** The cluster of this process. */
    public static Cluster ofThisPod(Map<String, String> environment, Optional<String> pod) {
        return new Cluster(
                () -> ServiceAccount.find(environment, ServiceAccount.FOLDER),
                pod,
                RestClient.Patience.USUAL,
                USUAL_INTERVAL);
    }

    /** Opens connections to the API server, as needed. */
    KubernetesApi open() throws ProblemException {
        return new KubernetesApi(access.find(), patience);
    }
}
