/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A selector of pods: matchers of PromQL.
 *
 * @param parts the matchers in their order: {@code namespace="shop"}
 */
public record PodSelector(List<String> parts) {
    private static final Pattern MATCHER =
            Pattern.compile(
                    "\\s*([a-zA-Z_][a-zA-Z0-9_]*)\\s*(=~|!~|!=|=)\\s*"
                            + "(\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*')\\s*(,|$)");

    public PodSelector {
        parts = List.copyOf(parts);
    }

    /**
     * Parses a selector.
     *
     * @param text with or without braces
     * @throws ProblemException if the text is not a selector, or selects everything
     */
    public static PodSelector of(String text) throws ProblemException {
        String inner = text.strip();
        if (inner.startsWith("{") && inner.endsWith("}")) {
            inner = inner.substring(1, inner.length() - 1).strip();
        }
        List<String> parts = new ArrayList<>();
        Matcher matcher = MATCHER.matcher(inner);
        int at = 0;
        while (at < inner.length() && matcher.find(at) && matcher.start() == at) {
            parts.add(matcher.group(1) + matcher.group(2) + matcher.group(3));
            at = matcher.end();
        }
        if (at < inner.length() || parts.isEmpty()) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "Not a selector",
                    "\"%s\" is not a list of matchers.".formatted(VisibleText.of(text, 200)),
                    "Give matchers as in PromQL: 'namespace=\"shop\",version=\"1.4\"'.");
        }
        return new PodSelector(parts);
    }

    /** Returns the matchers without braces. */
    public String matchers() {
        return String.join(",", parts);
    }

    /** Returns the matchers that another selector does not have, as a short name. */
    public String nameBeside(PodSelector other) {
        List<String> own = parts.stream().filter(each -> !other.parts.contains(each)).toList();
        return String.join(",", own.isEmpty() ? parts : own).replace("\"", "").replace("'", "");
    }
}
