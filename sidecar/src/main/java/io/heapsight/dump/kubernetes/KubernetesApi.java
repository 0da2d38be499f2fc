/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.json.JsonObject;
import io.heapsight.json.JsonTreeWriter;
import io.heapsight.store.rest.RestAnswer;
import io.heapsight.store.rest.RestClient;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Reads, creates and deletes resources of the pod's namespace. Reads the token for each request.
 *
 * @see <a href="https://kubernetes.io/docs/reference/using-api/api-concepts/">API concepts</a>
 */
final class KubernetesApi implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(20);
    private static final int MOST_ANSWER_BYTES = 4 << 20;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final String AUTHORIZATION = "/apis/authorization.k8s.io/v1/";
    private static final String REVIEWS = "selfsubjectaccessreviews";

    private final ServiceAccount account;
    private final KubernetesFailures failures;
    private final RestClient client;
    private final Duration longest;

    /** Opens connections as needed. */
    KubernetesApi(ServiceAccount account, RestClient.Patience patience) throws ProblemException {
        this(account, patience, LONGEST);
    }

    /**
     * @param longest timeout of each request
     */
    KubernetesApi(ServiceAccount account, RestClient.Patience patience, Duration longest)
            throws ProblemException {
        this.account = account;
        this.longest = longest;
        failures = new KubernetesFailures(account.server(), account.namespace());
        client = new RestClient("ca.crt", Optional.of(account.authorities()), patience);
    }

    /** The namespace of all resources. */
    String namespace() {
        return failures.namespace();
    }

    /** The problems of requests. */
    KubernetesFailures failures() {
        return failures;
    }

    /**
     * Reads a resource, or a list of resources.
     *
     * @param group such as {@code /apis/batch/v1}
     * @param resource in the namespace: {@code jobs/NAME}, {@code pods?labelSelector=…}
     * @return empty if it does not exist
     */
    Optional<JsonObject> find(String group, String resource) throws ProblemException {
        RestAnswer answer = send("get", resource, request(group, resource).GET());
        if (answer.status() == NOT_FOUND) {
            return Optional.empty();
        }
        if (!answer.isDone()) {
            throw failures.answered("get", resource, answer);
        }
        return Optional.of(parsed(answer));
    }

    /**
     * Creates a resource.
     *
     * @param resource such as {@code jobs}
     * @return false if one with this name exists
     */
    boolean create(String group, String resource, String manifest) throws ProblemException {
        RestAnswer answer =
                send("create", resource, with("POST", manifest, request(group, resource)));
        if (answer.status() == CONFLICT) {
            return false;
        }
        if (!answer.isDone()) {
            throw failures.answered("create", resource, answer);
        }
        return true;
    }

    /**
     * Deletes a resource and, in the background, the resources that it owns.
     *
     * @param resource such as {@code jobs/NAME}
     * @param uid of the resource: another one with its name stays
     */
    void delete(String group, String resource, String uid) throws ProblemException {
        String options =
                JsonTreeWriter.write(
                        Map.of(
                                "propagationPolicy",
                                "Background",
                                "preconditions",
                                Map.of("uid", uid)));
        RestAnswer answer =
                send("delete", resource, with("DELETE", options, request(group, resource)));
        if (!answer.isDone() && answer.status() != NOT_FOUND) {
            throw failures.answered("delete", resource, answer);
        }
    }

    /**
     * Returns whether the service account has a right in its namespace.
     *
     * @param group such as {@code batch}; "" for pods
     */
    boolean allows(String verb, String group, String resource) throws ProblemException {
        String review =
                JsonTreeWriter.write(
                        Map.of(
                                "apiVersion",
                                "authorization.k8s.io/v1",
                                "kind",
                                "SelfSubjectAccessReview",
                                "spec",
                                Map.of(
                                        "resourceAttributes",
                                        Map.of(
                                                "namespace",
                                                namespace(),
                                                "verb",
                                                verb,
                                                "group",
                                                group,
                                                "resource",
                                                resource))));
        RestAnswer answer =
                send(
                        "create",
                        REVIEWS,
                        with(
                                "POST",
                                review,
                                request(account.server().resolve(AUTHORIZATION + REVIEWS))));
        if (!answer.isDone()) {
            throw failures.answered("create", REVIEWS, answer);
        }
        try {
            JsonObject status = parsed(answer).object("status");
            return Boolean.TRUE.equals(status.fields().get("allowed"));
        } catch (IOException e) {
            throw failures.lost(e);
        }
    }

    private JsonObject parsed(RestAnswer answer) throws ProblemException {
        try {
            return JsonObject.parseDeep(answer.body());
        } catch (IOException e) {
            throw failures.lost(e);
        }
    }

    private HttpRequest.Builder request(String group, String resource) throws ProblemException {
        return request(
                account.server()
                        .resolve(group + "/namespaces/" + account.namespace() + "/" + resource));
    }

    private static HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri).header("Accept", "application/json");
    }

    private static HttpRequest.Builder with(
            String method, String json, HttpRequest.Builder request) {
        return request.header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(json));
    }

    private RestAnswer send(String verb, String resource, HttpRequest.Builder request)
            throws ProblemException {
        try {
            String token = account.token();
            HttpRequest complete = request.header("Authorization", "Bearer " + token).build();
            return client.retried(_ -> client.once(complete, longest, MOST_ANSWER_BYTES));
        } catch (IOException e) {
            throw failures.lost(e);
        } catch (IllegalArgumentException e) {
            // The token may be in the message of the cause.
            throw failures.lost(new IOException("no request to %s %s".formatted(verb, resource)));
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
