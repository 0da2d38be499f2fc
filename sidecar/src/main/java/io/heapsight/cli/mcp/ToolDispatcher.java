/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import io.heapsight.cli.output.Console;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.http.route.RequestArgumentParser;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Checks the arguments of tool calls and calls the backend. Truncates long texts; refuses long JSON
 * documents.
 */
public final class ToolDispatcher {
    private static final int MOST_OF_A_PROBLEM = 2000;

    private final List<Tool> tools;
    private final String instructions;
    private final ToolBackend answers;
    private final Console console;

    ToolDispatcher(List<Tool> tools, ToolBackend answers, Console console) {
        this(tools, ToolList.INSTRUCTIONS, answers, console);
    }

    /**
     * Creates a dispatcher.
     *
     * @param instructions for the assistant
     */
    ToolDispatcher(List<Tool> tools, String instructions, ToolBackend answers, Console console) {
        this.tools = List.copyOf(tools);
        this.instructions = instructions;
        this.answers = answers;
        this.console = console;
    }

    public List<Tool> tools() {
        return tools;
    }

    /** The instructions for the assistant. */
    public String instructions() {
        return instructions;
    }

    /**
     * Calls a tool; a failure becomes the answer.
     *
     * @param given arguments by name, from a JSON object
     */
    public ToolAnswer call(Tool tool, Map<String, Object> given) {
        try {
            return answer(tool, given);
        } catch (ProblemException e) {
            return failed(e.problem());
        } catch (IOException e) {
            return failed(broken(e));
        } catch (RuntimeException | OutOfMemoryError e) {
            console.note(
                    "heapsight: %s: a bug: %s: %s"
                            .formatted(tool.name(), e.getClass().getSimpleName(), e.getMessage()));
            return failed(Problem.unexpected(e));
        }
    }

    private ToolAnswer answer(Tool tool, Map<String, Object> given)
            throws IOException, ProblemException {
        Map<String, String> arguments = texts(tool, given);
        RequestArgumentParser.read(tool.name(), tool.parameters(), arguments);
        String form = taken(arguments, ToolList.FORMAT.name(), ToolList.TEXT);
        int most = Integer.parseInt(taken(arguments, ToolList.CHARACTERS.name(), ToolList.USUAL));
        ReplyFormat format = ReplyFormat.valueOf(form.toUpperCase(Locale.ROOT));
        String document = answers.answer(tool, arguments, format);
        if (document.length() <= most) {
            return new ToolAnswer(
                    document,
                    format == ReplyFormat.JSON ? ToolAnswer.Kind.JSON : ToolAnswer.Kind.TEXT);
        }
        if (format == ReplyFormat.JSON) {
            throw new ProblemException(
                    Problem.Kind.PAYLOAD_TOO_LARGE,
                    "The answer is too long",
                    "It has %d characters of JSON; at most %d may be sent."
                            .formatted(document.length(), most),
                    more(tool, document.length()) + " Text is shorter: format=text.");
        }
        return new ToolAnswer(cut(tool, document, most), ToolAnswer.Kind.TEXT);
    }

    /** Returns the problem of a tool with an unreadable backend. */
    static Problem broken(IOException e) {
        return new Problem(
                Problem.Kind.UNAVAILABLE, "Input or output failed", IoReason.of(e), "Ask again.");
    }

    private static String taken(Map<String, String> arguments, String name, String otherwise) {
        String given = arguments.remove(name);
        return given == null ? otherwise : given;
    }

    /** Cuts at the end of a line, if there is one. */
    private static String cut(Tool tool, String text, int most) {
        int line = text.lastIndexOf('\n', most - 1);
        String kept = line < 0 ? text.substring(0, most) + '\n' : text.substring(0, line + 1);
        return kept
                + "[The answer is cut: %d of %d characters. %s]%n"
                        .formatted(kept.length(), text.length(), more(tool, text.length()));
    }

    private static String more(Tool tool, int all) {
        List<String> ways = new ArrayList<>();
        if (all <= ToolList.MOST) {
            ways.add("Set characters=%d to get all of it.".formatted(all));
        }
        if (takes(tool, "top")) {
            ways.add("Set a lower top for fewer rows.");
        }
        if (takes(tool, "pod")) {
            ways.add("Set pod to ask only one.");
        }
        return ways.isEmpty()
                ? "Use the API or the command line to get more."
                : String.join(" ", ways);
    }

    private static boolean takes(Tool tool, String parameter) {
        return tool.parameters().stream().anyMatch(each -> each.name().equals(parameter));
    }

    /** Converts the arguments to texts; skips null arguments. */
    private static Map<String, String> texts(Tool tool, Map<String, Object> given)
            throws ProblemException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, Object> each : given.entrySet()) {
            switch (each.getValue()) {
                case null -> {}
                case String text -> texts.put(each.getKey(), text);
                case Boolean flag -> texts.put(each.getKey(), flag.toString());
                case Number number -> texts.put(each.getKey(), plain(number));
                default ->
                        throw new ProblemException(
                                Problem.Kind.BAD_REQUEST,
                                "Bad value of a parameter",
                                tool.name() + ": " + each.getKey() + " is an array or an object.",
                                "Send a string, a number, true or false.");
            }
        }
        return texts;
    }

    /** Writes 20 for 20.0, as some assistants send whole numbers. */
    private static String plain(Number number) {
        double value = number.doubleValue();
        return number instanceof Double && value == (int) value
                ? Integer.toString((int) value)
                : number.toString();
    }

    private static ToolAnswer failed(Problem problem) {
        return new ToolAnswer(
                "%s.%n%s%n%s%n"
                        .formatted(
                                told(problem.title()),
                                told(problem.detail()),
                                told(problem.remedy())),
                ToolAnswer.Kind.PROBLEM);
    }

    /** Escapes the message, which may quote the assistant's input. */
    private static String told(String text) {
        return VisibleText.of(text, MOST_OF_A_PROBLEM);
    }
}
