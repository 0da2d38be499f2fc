/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.json.JsonObject;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.ScriptedService;
import io.heapsight.store.rest.ScriptedService.Answer;
import io.heapsight.store.rest.ScriptedService.Request;
import io.heapsight.upload.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** A scripted API server with Jobs, and the service account of a pod. */
final class FakeCluster implements AutoCloseable {
    static final String RUNNING = "{\"active\":1}";
    static final String COMPLETE = "{\"conditions\":[{\"type\":\"Complete\",\"status\":\"True\"}]}";
    static final String FAILED =
            """
            {"conditions":[
              {"type":"FailureTarget","status":"True"},
              {"type":"Failed","status":"True","reason":"BackoffLimitExceeded","message":"Job has reached the specified backoff limit"}]}
            """;

    private static final String JOBS = "/apis/batch/v1/namespaces/shop/jobs";
    private static final String PODS = "/api/v1/namespaces/shop/pods";

    /** The status of each Job, by its name. */
    final Map<String, String> jobs = new ConcurrentHashMap<>();

    /** The pod in the annotation of each Job. */
    volatile Optional<String> creator = Optional.empty();

    /** The list of a Job's pods. */
    volatile String pods = "{\"items\":[]}";

    /** The status of a new Job. */
    volatile String created = RUNNING;

    /** Answers instead, unless empty. */
    volatile Function<Request, Optional<Answer>> instead = _ -> Optional.empty();

    /** The answer to the request for the sidecar's own pod. */
    volatile String pod =
            """
            {"metadata":{"name":"shop-1","labels":{"app":"shop","azure.workload.identity/use":"true"}},
             "spec":{
               "serviceAccountName":"shop",
               "imagePullSecrets":[{"name":"registry"}],
               "containers":[{"name":"shop","image":"shop:1"}],
               "initContainers":[{
                 "name":"heapsight","image":"registry.example/heapsight:9","imagePullPolicy":"Always",
                 "env":[
                   {"name":"HEAPSIGHT_ANALYSIS","value":"job"},
                   {"name":"HEAPSIGHT_STORE_ENDPOINT","value":"http://minio:9000"},
                   {"name":"AWS_SHARED_CREDENTIALS_FILE","value":"/run/secrets/store/credentials"}],
                 "envFrom":[{"secretRef":{"name":"keys"}}],
                 "volumeMounts":[
                   {"name":"heapsight-data","mountPath":"/var/lib/heapsight"},
                   {"name":"keys","mountPath":"/run/secrets/store","readOnly":true},
                   {"name":"kube-api-access","mountPath":"/var/run/secrets/kubernetes.io/serviceaccount"}]}],
               "volumes":[
                 {"name":"heapsight-data","emptyDir":{}},
                 {"name":"keys","secret":{"secretName":"keys","defaultMode":420}},
                 {"name":"kube-api-access","projected":{"sources":[]}}]}}
            """;

    private final ScriptedService server = new ScriptedService(this::answer);
    private final Path folder;

    FakeCluster(Path folder) throws IOException {
        this.folder = folder;
        Files.writeString(folder.resolve("namespace"), "shop");
        Files.copy(TlsFiles.certificate(), folder.resolve("ca.crt"));
        token("first");
    }

    void token(String value) throws IOException {
        Files.writeString(folder.resolve("token"), value + "\n");
    }

    Cluster cluster() {
        ServiceAccount account = new ServiceAccount(server.uri(), folder);
        return new Cluster(
                () -> account,
                Optional.of("shop-1"),
                new RestClient.Patience(2, Duration.ofMillis(1), Duration.ofMillis(1)),
                Duration.ofMillis(20));
    }

    List<Request> requests(String method) {
        return server.requests().stream().filter(each -> each.method().equals(method)).toList();
    }

    private Answer answer(Request request) {
        Optional<Answer> other = instead.apply(request);
        if (other.isPresent()) {
            return other.get();
        }
        if (request.method().equals("POST")) {
            return create(request);
        }
        if (request.path().equals(PODS)) {
            return Answer.of(200, pods);
        }
        if (request.path().equals(PODS + "/shop-1")) {
            return Answer.of(200, pod);
        }
        return job(request);
    }

    private Answer job(Request request) {
        String name = request.path().substring(JOBS.length() + 1);
        boolean deletes = request.method().equals("DELETE");
        String status = deletes ? jobs.remove(name) : jobs.get(name);
        return status == null
                ? Answer.of(404, "{\"kind\":\"Status\",\"reason\":\"NotFound\"}")
                : Answer.of(
                        200,
                        "{\"kind\":\"Job\",\"metadata\":{\"uid\":\"4-2\",\"annotations\":{%s}},\"status\":%s}"
                                .formatted(
                                        creator.map("\"heapsight.io/created-by\":\"%s\""::formatted)
                                                .orElse(""),
                                        status));
    }

    private Answer create(Request request) {
        try {
            JsonObject manifest = JsonObject.parseDeep(request.text());
            JsonObject metadata = manifest.object("metadata");
            String name = metadata.text("name");
            creator = metadata.object("annotations").optionalText("heapsight.io/created-by");
            return jobs.putIfAbsent(name, created) == null
                    ? Answer.of(201, request.text())
                    : Answer.of(409, "{\"kind\":\"Status\",\"reason\":\"AlreadyExists\"}");
        } catch (IOException e) {
            return Answer.of(400, String.valueOf(e.getMessage()));
        }
    }

    static Answer refusal(int status, String message) {
        return Answer.of(
                status,
                "{\"kind\":\"Status\",\"status\":\"Failure\",\"message\":\"%s\"}"
                        .formatted(message.replace("\"", "\\\"")));
    }

    @Override
    public void close() {
        server.close();
    }
}
