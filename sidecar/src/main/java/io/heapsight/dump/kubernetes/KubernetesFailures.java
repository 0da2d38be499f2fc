/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.json.JsonObject;
import io.heapsight.store.rest.RestAnswer;
import io.heapsight.store.rest.RestFailures;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import javax.net.ssl.SSLException;

/**
 * Creates the problems of failed requests to the API server.
 *
 * @param server without a path
 * @param namespace of the requests
 */
record KubernetesFailures(URI server, String namespace) {
    private static final String ROLE = "k8s/analysis-in-jobs/role.yaml";
    private static final int MOST_CHARACTERS = 600;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    /** Creates the problem of a request without an answer. */
    ProblemException lost(IOException e) {
        if (e instanceof SSLException) {
            return new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The API server of Kubernetes can't be trusted",
                    server + ": the TLS handshake failed: " + IoReason.of(e),
                    "Check ca.crt of the service account, and whether a proxy intercepts the"
                            + " connection.",
                    e);
        }
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The API server of Kubernetes can't be reached",
                server + ": " + RestFailures.reason(e),
                "Allow the pod egress to the API server (NetworkPolicy), then POST"
                        + " /heapdumps/ID/analysis.",
                e);
    }

    /**
     * Creates the problem of missing rights.
     *
     * @param rights such as {@code create jobs}
     */
    ProblemException notAllowed(List<String> rights) {
        return new ProblemException(
                Problem.Kind.FORBIDDEN,
                "The pod's service account lacks rights",
                "In namespace %s it may not: %s".formatted(namespace, String.join(", ", rights)),
                "Name it in the RoleBinding of "
                        + ROLE
                        + " (Helm: analysis.mode=job, analysis.serviceAccounts), and apply that.");
    }

    /** Creates the problem of a refused request. */
    ProblemException answered(String verb, String resource, RestAnswer answer) {
        String said = "status %d (%s)".formatted(answer.status(), words(answer));
        IOException cause = new IOException(said);
        String detail =
                "%s %s in namespace %s: %s"
                        .formatted(verb, resource.replaceFirst("\\?.*", ""), namespace, said);
        if (answer.mayPass()) {
            return new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The API server of Kubernetes is temporarily unavailable",
                    detail,
                    "POST /heapdumps/ID/analysis later.",
                    cause);
        }
        return new ProblemException(
                Problem.Kind.REFUSED_BY_TARGET,
                "The API server of Kubernetes refuses the request",
                detail,
                remedy(answer),
                cause);
    }

    private static String remedy(RestAnswer answer) {
        boolean roleIsMissing =
                answer.status() == FORBIDDEN && words(answer).contains("\" cannot ");
        if (roleIsMissing) {
            return "Bind the Role of "
                    + ROLE
                    + " (Helm: analysis.mode=job) to the pod's service account, which the message"
                    + " names.";
        }
        return switch (answer.status()) {
            case UNAUTHORIZED ->
                    "Check the pod's service account: its token is not valid for this API server.";
            case FORBIDDEN ->
                    "A quota or a policy of the namespace refuses it: see the message; then POST"
                            + " /heapdumps/ID/analysis.";
            default -> "See the message; report it with the release of heapsight.";
        };
    }

    /** The message of the {@code Status} in an answer, on one line. */
    private static String words(RestAnswer answer) {
        String text;
        try {
            text = JsonObject.parseDeep(answer.body()).optionalText("message").orElse("");
        } catch (IOException _) {
            text = answer.words();
        }
        String line = text.replaceAll("\\s+", " ").strip();
        return line.isEmpty() ? "without a message" : VisibleText.of(line, MOST_CHARACTERS);
    }
}
