/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.output.Console;
import io.heapsight.http.route.Parameter;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tools of several pods, called as by an assistant. */
class PodBackendTest {
    private static final Console CONSOLE = new Console(System.err, System.err);

    private static final ToolBackend REFUSES =
            (_, _, _) -> {
                throw new ProblemException(
                        Problem.Kind.UNAVAILABLE, "No sidecar answers", "port 1.", "Start one.");
            };

    /** Answers with its name and the arguments that arrive. */
    private static ToolBackend echo(String pod) {
        return (tool, arguments, format) ->
                switch (format) {
                    case JSON -> "{\"of\":\"%s\"}\n".formatted(pod);
                    default -> "%s %s %s\n".formatted(tool.name(), new TreeMap<>(arguments), pod);
                };
    }

    private static ToolDispatcher toolbox(Map<String, ToolBackend> pods) {
        PodBackend answers = new PodBackend(pods);
        return new ToolDispatcher(
                answers.tools(ToolList.ofSidecar(true)), answers.instructions(), answers, CONSOLE);
    }

    private static ToolDispatcher pods(String... names) {
        Map<String, ToolBackend> pods = new TreeMap<>();
        for (String name : names) {
            pods.put(name, echo(name));
        }
        return toolbox(pods);
    }

    private static Tool tool(ToolDispatcher toolbox, String name) {
        return toolbox.tools().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ToolAnswer call(
            ToolDispatcher toolbox, String name, Map<String, Object> arguments) {
        return toolbox.call(tool(toolbox, name), arguments);
    }

    @Test
    void onlyPodIsTheDefault() {
        ToolDispatcher one = pods("shop-0");
        assertThat(one.tools()).allSatisfy(each -> assertThat(needed(each)).doesNotContain("pod"));
        assertThat(call(one, "take_heap_dump", Map.of("live", true)).text())
                .isEqualTo("take_heap_dump {live=true} shop-0\n");
        assertThat(call(one, "gc", Map.of("pod", "shop-0")).text()).isEqualTo("gc {} shop-0\n");
    }

    private static List<String> needed(Tool tool) {
        return tool.parameters().stream()
                .filter(Parameter::needed)
                .<String>map(Parameter::name)
                .toList();
    }

    @Test
    void readingToolQueriesAllPods() {
        ToolDispatcher two = pods("shop-1", "shop-0");
        assertThat(call(two, "histogram", Map.of("top", 3)))
                .isEqualTo(
                        new ToolAnswer(
                                "== shop-0\nhistogram {top=3} shop-0\n\n"
                                        + "== shop-1\nhistogram {top=3} shop-1\n\n",
                                ToolAnswer.Kind.TEXT));
        assertThat(call(two, "gc", Map.of("pod", "shop-1")).text()).isEqualTo("gc {} shop-1\n");
        assertThat(two.instructions()).contains("The pods are shop-0, shop-1.");
    }

    @Test
    void dumpAndWhatHasAnIdNeedAPod() {
        ToolDispatcher two = pods("shop-0", "shop-1");
        for (String name :
                List.of("take_heap_dump", "garbage", "trim", "heap_summary", "compare")) {
            assertThat(needed(tool(two, name))).as(name).contains("pod");
        }
        ToolAnswer refused = call(two, "take_heap_dump", Map.of());
        assertThat(refused.kind()).isEqualTo(ToolAnswer.Kind.PROBLEM);
        assertThat(refused.text()).contains("take_heap_dump needs \"pod\"");
        assertThat(
                        call(
                                        two,
                                        "heap_summary",
                                        Map.of("pod", "shop-1", "id", "20261128T120000000Z-7"))
                                .text())
                .isEqualTo("heap_summary {id=20261128T120000000Z-7} shop-1\n");
    }

    @Test
    void failedPodsAreNamedFirst() {
        ToolDispatcher toolbox =
                toolbox(Map.of("shop-0", echo("shop-0"), "shop-1", REFUSES, "shop-2", REFUSES));
        assertThat(call(toolbox, "gc", Map.of()).text())
                .isEqualTo(
                        "2 of 3 pods failed:\n  shop-1: No sidecar answers: port 1.\n"
                                + "  shop-2: No sidecar answers: port 1.\n\n"
                                + "== shop-0\ngc {} shop-0\n\n");
        ToolAnswer json = call(toolbox, "gc", Map.of("format", "json"));
        assertThat(json.kind()).isEqualTo(ToolAnswer.Kind.JSON);
        assertThat(json.text())
                .isEqualTo(
                        "{\"schemaVersion\":1,\"pods\":["
                                + "{\"pod\":\"shop-0\",\"answer\":{\"of\":\"shop-0\"},\"problem\":null},"
                                + failed("shop-1")
                                + ","
                                + failed("shop-2")
                                + "]}\n");
    }

    private static String failed(String pod) {
        return """
               {"pod":"%s","answer":null,"problem":{"title":"No sidecar answers","detail":"port 1.","remedy":"Start one."}}"""
                .formatted(pod);
    }

    @Test
    void failureOfAllPodsIsAProblem() {
        ToolDispatcher toolbox = toolbox(Map.of("shop-0", REFUSES, "shop-1", REFUSES));
        ToolAnswer answer = call(toolbox, "gc", Map.of());
        assertThat(answer.kind()).isEqualTo(ToolAnswer.Kind.PROBLEM);
        assertThat(answer.text())
                .startsWith("None of 2 pods answered.")
                .contains("shop-0: No sidecar answers: port 1.", "Start one.");
    }

    @Test
    void brokenDocumentIsTheFailureOfItsPod() {
        ToolDispatcher toolbox =
                toolbox(Map.of("shop-0", echo("shop-0"), "shop-1", (_, _, _) -> "<html>"));
        ToolAnswer answer = call(toolbox, "gc", Map.of("format", "json"));
        assertThat(answer.kind()).as(answer.text()).isEqualTo(ToolAnswer.Kind.JSON);
        assertThat(answer.text()).contains("{\"of\":\"shop-0\"}").doesNotContain("<html>");
    }

    @Test
    void unknownPodIsRefusedWithTheKnownOnes() {
        ToolDispatcher two = pods("shop-0", "shop-1");
        assertThat(call(two, "gc", Map.of("pod", "web-0")).text())
                .startsWith("No such pod.")
                .contains("shop-0, shop-1");
        assertThat(call(two, "gc", Map.of("pod", "../x")).text())
                .startsWith("Bad value of a parameter.");
    }

    @Test
    void atMostEightPodsAreQueriedAtATime() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CyclicBarrier eight = new CyclicBarrier(8);
        Map<String, ToolBackend> pods = new TreeMap<>();
        for (int i = 0; i < 16; i++) {
            pods.put(
                    "shop-" + i,
                    (_, _, _) -> {
                        most.accumulateAndGet(running.incrementAndGet(), Math::max);
                        await(eight);
                        running.decrementAndGet();
                        return "fine\n";
                    });
        }
        assertThat(call(toolbox(pods), "gc", Map.of()).text()).doesNotContain("failed");
        assertThat(most).hasValue(8);
    }

    private static void await(CyclicBarrier others) {
        try {
            others.await(1, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new IllegalStateException("fewer than eight pods at a time", e);
        }
    }

    @Test
    void answersOfAllPodsAreBounded() {
        Map<String, ToolBackend> pods = new TreeMap<>();
        for (int i = 0; i < 3; i++) {
            pods.put("shop-" + i, (_, _, _) -> "x".repeat(4 << 20));
        }
        assertThat(call(toolbox(pods), "gc", Map.of()).text())
                .startsWith("1 of 3 pods failed:\n")
                .contains("The answer is too long", "Set pod to ask only one.")
                .hasSizeLessThan(21_000);
    }
}
