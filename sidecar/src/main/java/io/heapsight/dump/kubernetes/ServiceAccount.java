/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The access of a pod to its API server: URL, token, namespace and certificate authorities.
 *
 * @param server URL of the API server, without a path
 * @param folder token, namespace and certificate authorities of the service account
 */
public record ServiceAccount(URI server, Path folder) {
    /** The folder in which the kubelet mounts them. */
    public static final Path FOLDER = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private static final String TOKEN = "token";

    /**
     * Finds the access of this pod.
     *
     * @throws ProblemException if there is no API server, or no token for it
     */
    public static ServiceAccount find(Map<String, String> environment, Path folder)
            throws ProblemException {
        String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
        if (host.isBlank()) {
            throw none(
                    "KUBERNETES_SERVICE_HOST is empty.",
                    "Run the sidecar in a pod of Kubernetes, or remove HEAPSIGHT_ANALYSIS=job.");
        }
        if (!Files.isReadable(folder.resolve(TOKEN))) {
            throw none(
                    folder.resolve(TOKEN) + " is missing or unreadable.",
                    "Mount a token of the service account, as k8s/analysis-in-jobs does, or remove"
                            + " HEAPSIGHT_ANALYSIS=job.");
        }
        String name = host.contains(":") ? "[" + host + "]" : host;
        return new ServiceAccount(URI.create("https://" + name + ":" + port), folder);
    }

    /** The certificate authorities of the API server. */
    Path authorities() {
        return folder.resolve("ca.crt");
    }

    /** The namespace of the pod. */
    String namespace() throws ProblemException {
        return read("namespace");
    }

    /** The current token; the kubelet replaces it from time to time. */
    String token() throws ProblemException {
        return read(TOKEN);
    }

    private String read(String name) throws ProblemException {
        try {
            return Files.readString(folder.resolve(name)).strip();
        } catch (IOException e) {
            throw none(
                    folder.resolve(name) + ": " + IoReason.why(e),
                    "Mount a token of the service account, as k8s/analysis-in-jobs does; the user"
                            + " of the sidecar must be able to read it.");
        }
    }

    private static ProblemException none(String detail, String remedy) {
        return new ProblemException(
                Problem.Kind.CONFLICT, "No access to an API server of Kubernetes", detail, remedy);
    }
}
