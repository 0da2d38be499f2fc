/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.LocalSidecar;
import io.heapsight.tests.harness.OverheardSidecar;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** {@code ./heapsight mcp} as an assistant starts it, with the SDK's client. */
@ResourceLock("LeakingShop")
class McpTest {
    private static final Map<String, String> OFTEN =
            Map.of(
                    "HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s",
                    "HEAPSIGHT_MIN_INTERVAL_GARBAGE", "0s",
                    "HEAPSIGHT_MIN_INTERVAL_THREADS", "0s",
                    "HEAPSIGHT_MIN_INTERVAL_HEAPDUMP", "0s");
    private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-f]{4,16}");
    private static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            """;

    @TempDir private Path folder;

    /** One of the pods has no sidecar. */
    @Test
    void severalPodsAreQueriedByOneTool() throws IOException {
        try (LocalSidecar demo = LocalSidecar.demo(OFTEN);
                OverheardSidecar overheard = OverheardSidecar.of(demo);
                McpSyncClient client =
                        client(
                                "--pod",
                                "shop-0=" + overheard.uri(),
                                "--pod",
                                "shop-1=http://127.0.0.1:1",
                                "--allow-costly")) {
            assertThat(client.getServerInstructions()).contains("shop-0, shop-1");
            McpSchema.CallToolResult all = called(client, "targets", Map.of("format", "json"));
            assertThat(all.isError()).as(text(all)).isFalse();
            Json pods = Json.parse(text(all)).at("pods");
            assertThat(pods.items()).hasSize(2);
            assertThat(pods.items().getFirst().at("answer", "targets").items()).isNotEmpty();
            assertThat(pods.items().getLast().at("problem", "title").text())
                    .isEqualTo("No sidecar answers");
            assertThat(text(called(client, "memory", Map.of())))
                    .startsWith("1 of 2 pods failed:\n  shop-1: No sidecar answers: ")
                    .contains("\n== shop-0\n");

            McpSchema.CallToolResult one = called(client, "memory", Map.of("pod", "shop-0"));
            assertThat(text(one)).isEqualTo(overheard.last().answer());
            McpSchema.CallToolResult dump = called(client, "take_heap_dump", Map.of());
            assertThat(dump.isError()).isTrue();
            assertThat(text(dump)).contains("take_heap_dump needs \"pod\"");
        }
    }

    private static McpSchema.CallToolResult called(
            McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(
                McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static McpSyncClient client(String... arguments) {
        List<String> line = new ArrayList<>(List.of("mcp"));
        line.addAll(List.of(arguments));
        ServerParameters server =
                ServerParameters.builder(Checkout.root().resolve("heapsight").toString())
                        .args(line)
                        .build();
        StdioClientTransport transport =
                new StdioClientTransport(server, new JacksonMcpJsonMapper(new ObjectMapper()));
        McpSyncClient client =
                McpClient.sync(transport)
                        .jsonSchemaValidator((_, _) -> ValidationResponse.asValid(null))
                        .requestTimeout(Duration.ofMinutes(1))
                        .build();
        client.initialize();
        return client;
    }

    @Test
    void everyToolAnswersAsItsEndpoint() throws IOException {
        Map<String, String> settings = new HashMap<>(OFTEN);
        settings.put("HEAPSIGHT_DATA_DIR", folder.toString());
        try (LocalSidecar demo = LocalSidecar.demo(settings);
                OverheardSidecar overheard = OverheardSidecar.of(demo);
                McpSyncClient client =
                        client("--url", overheard.uri().toString(), "--allow-costly")) {
            Map<String, Object> known = known(demo.caller());
            List<McpSchema.Tool> tools = new ArrayList<>(client.listTools().tools());
            tools.sort(Comparator.comparing(tool -> tool.name().equals("take_heap_dump")));
            assertThat(tools).hasSizeGreaterThan(25);
            for (McpSchema.Tool tool : tools) {
                Map<String, Object> arguments = arguments(tool, known);
                equal(overheard, client, tool.name(), arguments, false);
                if (!tool.description().contains("COST: ")) {
                    equal(overheard, client, tool.name(), arguments, true);
                }
            }
        }
    }

    /** The prerequisites of the tools, on a sidecar with a dump and two runs. */
    private static Map<String, Object> known(HttpCaller caller) {
        DumpJob.start(caller, "/heapdumps").awaitEnd();
        for (String run : List.of("INFO", "WARN")) {
            assertThat(caller.send("PUT", "/runs/" + run, "").statusCode()).isLessThan(300);
            assertThat(caller.post("/runs/" + run + "/stop").statusCode()).isLessThan(300);
        }
        String dump = DumpJob.newestDump(caller).at("id").text();
        Matcher address = ADDRESS.matcher(caller.get("/heapdumps/" + dump + "/dominators").body());
        assertThat(address.find()).isTrue();
        return Map.of(
                "id",
                dump,
                "address",
                address.group(),
                "class",
                "java.lang.Object[]",
                "number",
                1,
                "q",
                "class under java.util and size > 3 group by class",
                "base",
                "INFO",
                "candidate",
                "WARN",
                "seconds",
                1);
    }

    /** The required settings, without the minimum interval between histograms. */
    private static Map<String, Object> arguments(McpSchema.Tool tool, Map<String, Object> known) {
        Json schema = Json.parse(new ObjectMapper().valueToTree(tool.inputSchema()).toString());
        Map<String, Object> arguments = new HashMap<>();
        schema.at("required")
                .items()
                .forEach(each -> arguments.put(each.text(), known.get(each.text())));
        if (tool.name().equals("histogram_diff")) {
            arguments.put("seconds", 1);
        }
        arguments.put("characters", 200_000);
        return arguments;
    }

    private static void equal(
            OverheardSidecar overheard,
            McpSyncClient client,
            String tool,
            Map<String, Object> arguments,
            boolean json)
            throws IOException {
        Map<String, Object> all = new HashMap<>(arguments);
        all.put("format", json ? "json" : "text");
        McpSchema.CallToolResult result =
                client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(all).build());
        OverheardSidecar.Said said = overheard.last();
        String text = text(result);
        if (json && said.answer().length() > 200_000) {
            assertThat(text).startsWith("The answer is too long.").contains("format=text");
            return;
        }
        if (said.status() >= 400) {
            assertThat(tool).as(text).isEqualTo("postmortem"); // no process has died
            assertThat(result.isError()).isTrue();
            assertThat(text).startsWith("No such post-mortem.\n").contains("GET /postmortems");
            return;
        }
        assertThat(result.isError()).as("%s: %s", tool, text).isFalse();
        assertThat(text).as(tool).isEqualTo(said.answer()).isNotBlank();
        if (json) {
            assertThat(result.structuredContent())
                    .as(tool)
                    .isEqualTo(new ObjectMapper().readValue(said.answer(), Object.class));
        } else {
            assertThat(result.structuredContent()).as(tool).isNull();
        }
    }

    private static String text(McpSchema.CallToolResult result) {
        assertThat(result.content()).hasSize(1);
        return ((McpSchema.TextContent) result.content().getFirst()).text();
    }

    @Test
    void intrusiveToolsAreNotOfferedByDefault() {
        try (McpSyncClient client = client("--url", "http://127.0.0.1:1")) {
            List<McpSchema.Tool> tools = client.listTools().tools();
            assertThat(tools).hasSizeGreaterThan(20);
            assertThat(tools)
                    .extracting(McpSchema.Tool::name)
                    .contains("doctor", "memory", "heap_summary")
                    .doesNotContain("histogram", "threads", "garbage", "trim", "take_heap_dump");
            assertThat(tools)
                    .allSatisfy(tool -> assertThat(tool.annotations().readOnlyHint()).isTrue());
            assertThat(client.getServerInstructions()).contains("never instructions");

            McpSchema.CallToolResult nobody =
                    client.callTool(
                            McpSchema.CallToolRequest.builder("memory")
                                    .arguments(Map.of())
                                    .build());
            assertThat(nobody.isError()).isTrue();
            assertThat(text(nobody))
                    .startsWith("No sidecar answers.")
                    .contains("kubectl port-forward");
        }
    }

    @Test
    void dumpIsQueriedAndMalformedLinesChangeNothing() throws Exception {
        String call = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":%s}\n";
        List<Json> answers =
                answers(
                        "{\"jsonrpc\":\"2.0\",\"id\":20,\"method\":\"ping\"}\n"
                                + "{\"jsonrpc\":\"2.0\",\"id\":21,\"method\":\"tools/list\"}\n"
                                + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}\n"
                                + INITIALIZE
                                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"meth\n"
                                + "[]\n\n{}\nnull\n\u0000\n"
                                + "x".repeat(2_000_000)
                                + "\n"
                                + "[".repeat(100_000)
                                + "\n"
                                + call.formatted(3, "7")
                                + call.formatted(4, "{\"name\":\"shell\",\"arguments\":{}}")
                                + call.formatted(5, "{\"name\":\"heap_classes\",\"arguments\":[1]}")
                                + call.formatted(
                                        6,
                                        "{\"name\":\"heap_classes\",\"arguments\":{\"top\":\"many\"}}")
                                + call.formatted(
                                        7,
                                        "{\"name\":\"heap_query\",\"arguments\":{\"q\":\""
                                                + "y".repeat(500_000)
                                                + "\"}}")
                                + "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"no/such\"}\n"
                                + call.formatted(9, "{\"name\":\"heap_summary\"}")
                                + call.formatted(
                                        10, "{\"name\":\"heap_dominators\",\"arguments\":{}}")
                                + "{\"jsonrpc\":\"2.0\",\"id\":11,\"meth");

        Map<Long, Json> byId = new HashMap<>();
        List<Long> codes = new ArrayList<>();
        for (Json answer : answers) {
            Object id = answer.at("id").value();
            if (id == null) {
                codes.add(answer.at("error", "code").number());
            } else {
                byId.put((Long) id, answer);
            }
        }
        assertThat(codes).containsOnly(-32_700L, -32_600L).hasSize(8);
        assertThat(byId.keySet())
                .containsExactlyInAnyOrder(1L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 20L, 21L);
        for (long wrong : new long[] {3, 4, 5, 8, 21}) {
            assertThat(the(byId, wrong).at("error", "message").text())
                    .isNotBlank()
                    .doesNotContain("io.modelcontextprotocol", "java.");
        }
        assertThat(said(the(byId, 6L), true)).startsWith("Bad value of a parameter.");
        assertThat(said(the(byId, 7L), true)).startsWith("Bad value of a parameter.");
        assertThat(said(the(byId, 9L), false)).contains("Gen.ROOTS");
        assertThat(said(the(byId, 10L), false)).contains("retained bytes");
    }

    private static Json the(Map<Long, Json> answers, long id) {
        return Objects.requireNonNull(answers.get(id), "no answer");
    }

    private static String said(Json answer, boolean isError) {
        assertThat(answer.at("result", "isError").isTrue()).isEqualTo(isError);
        return answer.at("result", "content").items().getFirst().at("text").text();
    }

    /** Each line on standard output is a message. */
    private List<Json> answers(String lines) throws Exception {
        Path in = Files.writeString(folder.resolve("in"), lines);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process =
                new ProcessBuilder("./heapsight", "mcp", "--file", goldenDump().toString())
                        .directory(Checkout.root().toFile())
                        .redirectInput(in.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        assertThat(err).content().doesNotContain("\tat ").doesNotContain("SLF4J");
        List<Json> answers = Files.readAllLines(out).stream().map(Json::parse).toList();
        assertThat(answers)
                .allSatisfy(each -> assertThat(each.at("jsonrpc").text()).isEqualTo("2.0"));
        return answers;
    }

    private Path goldenDump() throws IOException {
        Path dump = folder.resolve("shop.hprof");
        Path golden =
                Checkout.root()
                        .resolve("heap-engine/src/test/resources/golden-dumps/serial-25.hprof.gz");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(golden))) {
            Files.copy(in, dump);
        }
        return dump;
    }
}
