/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses triggers, the short form of rules: {@code container_memory>90%:histogram}. */
public final class TriggerParser {
    private static final Pattern TEXT =
            Pattern.compile("([a-z_]+)\\s*>\\s*([0-9]{1,3})\\s*%\\s*:\\s*([a-z]+)");
    private static final int MOST = 100;

    /** Another name of {@code container_memory}. */
    private static final String MEMORY = "memory";

    /** Figures by their names in the short form. */
    private static final Map<String, RuleFigure> SIGNALS = new LinkedHashMap<>();

    static {
        SIGNALS.put("container_memory", RuleFigure.CONTAINER_MEMORY);
        SIGNALS.put("container_memory_next", RuleFigure.CONTAINER_NEXT);
        SIGNALS.put("heap", RuleFigure.HEAP);
        SIGNALS.put("old_after_gc", RuleFigure.OLD_AFTER_GC);
        SIGNALS.put("metaspace", RuleFigure.METASPACE);
        SIGNALS.put("gc_overhead", RuleFigure.GC_OVERHEAD);
    }

    /**
     * Actions that capture data; all others need a preceding action, which a trigger does not have.
     */
    private static final List<TriggerAction> ACTIONS =
            Arrays.stream(TriggerAction.values()).filter(TriggerAction::takes).toList();

    private TriggerParser() {}

    /**
     * Parses triggers separated by commas; an empty text has none.
     *
     * @throws IllegalArgumentException if one is invalid or a duplicate
     */
    public static List<Rule> parseAll(String text) {
        List<Rule> triggers = new ArrayList<>();
        for (String part : text.split(",")) {
            if (!part.isBlank()) {
                triggers.add(parse(part.strip()));
            }
        }
        if (new HashSet<>(triggers).size() < triggers.size()) {
            throw new IllegalArgumentException("twice the same: " + text);
        }
        return List.copyOf(triggers);
    }

    private static Rule parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a trigger: " + text);
        }
        String signal = matcher.group(1).equals(MEMORY) ? "container_memory" : matcher.group(1);
        RuleFigure figure = SIGNALS.get(signal);
        int percent = Integer.parseInt(matcher.group(2));
        if (figure == null || percent < 1 || percent > MOST) {
            throw new IllegalArgumentException("not a trigger: " + text);
        }
        TriggerAction action =
                ACTIONS.stream()
                        .filter(each -> each.label().equals(matcher.group(3)))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("not a trigger: " + text));
        return new Rule(
                "%s>%d%%:%s".formatted(signal, percent, action.label()),
                "",
                new Condition.Beyond(
                        figure,
                        Condition.Side.ABOVE,
                        (double) percent / MOST,
                        figure.unit() != FigureUnit.SHARE,
                        percent + "%",
                        Duration.ZERO),
                List.of(action),
                FiringLimits.NONE,
                0);
    }

    /** Describes the syntax of {@link #parseAll} in one phrase. */
    public static String expected() {
        return "rules such as container_memory>90%:histogram, separated by commas (signals: "
                + String.join(", ", SIGNALS.keySet())
                + "; actions: "
                + String.join(", ", ACTIONS.stream().map(TriggerAction::label).toList())
                + ")";
    }
}
