/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import io.heapsight.cli.mcp.PodAnswersReport.PodAnswer;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.json.JsonObject;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers tool calls from the sidecar of one pod or of all pods, {@value #AT_ONCE} pods at a time.
 *
 * <p>Only read-only tools without an id of one sidecar query all pods. If there are several pods,
 * all other tools, such as those for heap dumps, require the parameter for the pod.
 */
final class PodBackend implements ToolBackend {
    /** The name of a pod, a DNS subdomain. */
    static final String NAME_PATTERN = "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?";

    private static final int AT_ONCE = 8;

    /** Maximum length of all answers together. */
    private static final long MOST_CHARACTERS = 8 << 20;

    private static final Parameter<String> POD =
            Parameter.text("pod", NAME_PATTERN, "the name of a pod", "which pod; default: all");

    private final SortedMap<String, ToolBackend> pods;

    /**
     * Queries pods.
     *
     * @param pods by name, at least one
     */
    PodBackend(Map<String, ? extends ToolBackend> pods) {
        if (pods.isEmpty()) {
            throw new IllegalArgumentException("no pods");
        }
        this.pods = new TreeMap<>(pods);
    }

    /** Returns the tools with a parameter for the pod. */
    List<Tool> tools(List<Tool> all) {
        return all.stream().map(this::withPod).toList();
    }

    private Tool withPod(Tool tool) {
        List<Parameter<?>> parameters = new ArrayList<>(tool.parameters());
        parameters.addFirst(pods.size() == 1 || isForAll(tool) ? POD : POD.asNeeded());
        return tool.with(parameters);
    }

    private static boolean isForAll(Tool tool) {
        return tool.endpoint().method() == Method.GET
                && tool.parameters().stream().noneMatch(Parameter::needed);
    }

    /** Returns instructions for the assistant that name the pods. */
    String instructions() {
        return "%s The pods are %s. A tool without a pod queries all of them, unless it requires one."
                .formatted(ToolList.INSTRUCTIONS, String.join(", ", pods.keySet()));
    }

    @Override
    public String answer(Tool tool, Map<String, String> arguments, ReplyFormat format)
            throws IOException, ProblemException {
        Map<String, String> own = new LinkedHashMap<>(arguments);
        String pod = own.remove(POD.name());
        if (pod == null && pods.size() > 1) {
            return answerOfAll(tool, own, format);
        }
        return pod(pod == null ? pods.firstKey() : pod).answer(tool, own, format);
    }

    private ToolBackend pod(String name) throws ProblemException {
        ToolBackend answers = pods.get(name);
        if (answers == null) {
            throw new ProblemException(
                    Problem.Kind.NOT_FOUND,
                    "No such pod",
                    "\"" + name + "\" is not one of " + String.join(", ", pods.keySet()) + ".",
                    "Name one of these, or start the server again for other pods.");
        }
        return answers;
    }

    private String answerOfAll(Tool tool, Map<String, String> arguments, ReplyFormat format)
            throws IOException, ProblemException {
        AtomicLong characters = new AtomicLong();
        List<PodAnswer> answers;
        try (ExecutorService threads =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            answers =
                    pods.entrySet().stream()
                            .map(
                                    pod ->
                                            CompletableFuture.supplyAsync(
                                                    () ->
                                                            answer(
                                                                    pod,
                                                                    tool,
                                                                    arguments,
                                                                    format,
                                                                    characters),
                                                    threads))
                            .toList()
                            .stream()
                            .map(CompletableFuture::join)
                            .toList();
        }
        StringWriter out = new StringWriter();
        format.write(PodAnswersReport.of(answers), out);
        return out.toString();
    }

    private static PodAnswer answer(
            Map.Entry<String, ToolBackend> pod,
            Tool tool,
            Map<String, String> arguments,
            ReplyFormat format,
            AtomicLong characters) {
        try {
            String text = pod.getValue().answer(tool, arguments, format);
            if (format == ReplyFormat.JSON) {
                JsonObject.parse(text); // a broken document must not break those of other pods
            }
            if (characters.addAndGet(text.length()) > MOST_CHARACTERS) {
                return PodAnswer.failed(pod.getKey(), tooLong());
            }
            return PodAnswer.of(pod.getKey(), text);
        } catch (ProblemException e) {
            return PodAnswer.failed(pod.getKey(), e.problem());
        } catch (IOException e) {
            return PodAnswer.failed(pod.getKey(), ToolDispatcher.broken(e));
        }
    }

    private static Problem tooLong() {
        return new Problem(
                Problem.Kind.PAYLOAD_TOO_LARGE,
                "The answer is too long",
                "The answers of all pods exceed %d characters.".formatted(MOST_CHARACTERS),
                "Name the pod, or ask for fewer rows.");
    }
}
