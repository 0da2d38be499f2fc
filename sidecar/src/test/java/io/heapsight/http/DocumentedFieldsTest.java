/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.http.answer.ProblemDocument;
import io.heapsight.report.Report;
import io.heapsight.trigger.TriggerParser;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the fields of JSON documents with {@code /openapi.json}, in both directions. */
class DocumentedFieldsTest {
    @TempDir private Path data;
    private ReplayedTarget target;
    private RunningApi api;

    @BeforeEach
    void start() throws Exception {
        target =
                new ReplayedTarget(7, "Shop", "jdk-17")
                        .withVirtualThreads("virtual-jdk-27", data.resolve("proc"));
        api =
                RunningApi.of(
                        Map.of(
                                "HEAPSIGHT_DATA_DIR",
                                data.toString(),
                                "HEAPSIGHT_MIN_INTERVAL_HISTOGRAM",
                                "0s",
                                "HEAPSIGHT_MIN_INTERVAL_THREADS",
                                "0s",
                                "HEAPSIGHT_TRIGGERS",
                                "container_memory>90%:histogram"),
                        List.of(target));
    }

    @AfterEach
    void stop() {
        api.close();
        target.close();
    }

    @Test
    void writtenFieldsEqualTheDeclaredOnes() throws Exception {
        Map<String, List<String>> documents = new HashMap<>();
        new SampleReports(target)
                .all()
                .forEach(
                        (path, all) ->
                                documents.put(path, all.stream().map(Report::json).toList()));
        documents.putAll(answers());
        Map<?, ?> openApi = new JsonObject(api.get("/openapi.json").body()).getMap();
        Map<?, ?> components = object(openApi, "components", "schemas");
        Map<String, List<String>> faults = new LinkedHashMap<>();
        object(openApi, "paths")
                .forEach(
                        (path, methods) ->
                                ((Map<?, ?>) methods)
                                        .forEach(
                                                (method, operation) -> {
                                                    Object schema = schema(operation);
                                                    List<String> written =
                                                            documents.getOrDefault(
                                                                    method + " " + path,
                                                                    documents.get(path));
                                                    if (schema instanceof Map<?, ?> its) {
                                                        faults.put(
                                                                method + " " + path,
                                                                faults(components, its, written));
                                                    }
                                                }));
        faults.put(
                "problem",
                faults(
                        components,
                        object(components, "Problem"),
                        List.of(
                                new ProblemDocument(SampleReports.PROBLEM, Optional.empty()).json(),
                                new ProblemDocument(
                                                SampleReports.PROBLEM, Optional.of(Duration.ZERO))
                                        .json())));

        faults.values().removeIf(List::isEmpty);
        assertThat(faults).as("fields of one side only").isEmpty();
    }

    private static @Nullable Object schema(@Nullable Object operation) {
        String ok = object(operation, "responses").containsKey("200") ? "200" : "202";
        return at(operation, "responses", ok, "content", "application/json", "schema");
    }

    private static List<String> faults(
            Map<?, ?> components, Map<?, ?> schema, @Nullable List<String> documents) {
        if (documents == null) {
            return List.of("no document in this test");
        }
        return new WrittenJson(components)
                .faults(
                        schema,
                        documents.stream().map(text -> new JsonObject(text).getMap()).toList());
    }

    private static Map<?, ?> object(@Nullable Object tree, String... path) {
        return (Map<?, ?>) Objects.requireNonNull(at(tree, path));
    }

    private static @Nullable Object at(@Nullable Object tree, String... path) {
        Object at = tree;
        for (String name : path) {
            at = at instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return at;
    }

    /** Documents of the server itself. */
    private Map<String, List<String>> answers() {
        Map<String, List<String>> answers = new HashMap<>();
        for (String path :
                List.of("/", "/healthz", "/readyz", "/config", "/gcutil", "/gcmetacapacity")) {
            answers.put(path, List.of(json("GET", path)));
        }
        answers.put("/rules/schema", List.of("{}")); // defined by JSON Schema
        answers.put("/openapi.json", List.of("{}")); // defined by OpenAPI
        api.triggers
                .tally()
                .add(
                        TriggerParser.parseAll("container_memory>90%:histogram").getFirst(),
                        SampleRules.firing());
        answers.put("/", List.of(json("GET", "/")));
        answers.put("/jstat/{option}", List.of(json("GET", "/jstat/gc")));
        answers.put("/threads", List.of(json("GET", "/threads?count=2&interval=1s&virtual=true")));
        answers.put("get /threads/kept/{id}", answers.get("/threads"));
        answers.put("/garbage", List.of(json("POST", "/garbage")));
        answers.put("get /garbage/kept/{id}", answers.get("/garbage"));
        return answers;
    }

    private String json(String method, String path) {
        return api.call(method, path, "Accept", "application/json").body();
    }
}
