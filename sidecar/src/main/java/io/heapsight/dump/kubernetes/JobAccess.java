/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.store.rest.RestClient;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks the access of the sidecar's pod to analysis Jobs: its token, the API server, and its
 * rights. Changes nothing in the cluster.
 */
public record JobAccess(Cluster.Access access) {
    private static final RestClient.Patience ONCE =
            new RestClient.Patience(1, Duration.ZERO, Duration.ZERO);

    /** Timeout of a request. A firewall that drops packets is reported after this time. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    /** A right in the namespace of the pod. */
    private record Right(String verb, String group, String resource) {
        boolean isGranted(KubernetesApi api) throws ProblemException {
            return api.allows(verb, group, resource);
        }

        String words() {
            return verb + " " + resource;
        }
    }

    private static final List<Right> REQUIRED =
            List.of(
                    new Right("create", "batch", "jobs"),
                    new Right("get", "batch", "jobs"),
                    new Right("get", "", "pods"),
                    new Right("list", "", "pods"));

    private static final Right STOP = new Right("delete", "batch", "jobs");

    /** The access of this process. */
    public static JobAccess ofThisPod(Map<String, String> environment) {
        return new JobAccess(() -> ServiceAccount.find(environment, ServiceAccount.FOLDER));
    }

    /**
     * Checks the access.
     *
     * @return the rights in words
     * @throws ProblemException if a part of it is missing
     */
    public String check() throws ProblemException {
        try (KubernetesApi api = new KubernetesApi(access.find(), ONCE, LONGEST)) {
            List<String> missing = new ArrayList<>();
            for (Right each : REQUIRED) {
                if (!each.isGranted(api)) {
                    missing.add(each.words());
                }
            }
            if (!missing.isEmpty()) {
                throw api.failures().notAllowed(missing);
            }
            String granted = "the pod may create and get Jobs in namespace " + api.namespace();
            return STOP.isGranted(api)
                    ? granted
                    : granted + ", but not delete them: a cancelled analysis continues there";
        }
    }
}
