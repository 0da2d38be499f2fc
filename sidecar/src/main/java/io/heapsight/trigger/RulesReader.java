/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.unit.SpellingSuggestion;
import io.heapsight.yaml.YamlException;
import io.heapsight.yaml.YamlMap;
import io.heapsight.yaml.YamlParser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads a rules file in YAML. Errors contain the line. */
public final class RulesReader {
    static final int MOST_RULES = 50;
    static final int MOST_FIRINGS = 1000;
    static final String NAME = "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}";
    static final List<String> KEYS = List.of("rules");
    static final List<String> RULE_KEYS = List.of("name", "target", "when", "actions", "limits");
    static final List<String> LIMIT_KEYS = List.of("count", "window", "coolDown", "oncePerLife");

    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(24);
    private static final int LONGEST_TARGET = 200;

    private RulesReader() {}

    /**
     * Reads a rules file.
     *
     * @throws YamlException if it is not a rules file
     */
    public static List<Rule> read(String yaml) throws YamlException {
        YamlMap top = YamlParser.read(yaml, "a rules file");
        top.only(KEYS);
        List<Rule> rules = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlMap map : top.maps("rules", "a rule")) {
            Rule rule = rule(map);
            if (!names.add(rule.name())) {
                throw map.get("name").wrong("duplicate name");
            }
            rules.add(rule);
        }
        if (rules.isEmpty() || rules.size() > MOST_RULES) {
            throw new YamlException(
                    top.line(), "1 to %d rules, not %d".formatted(MOST_RULES, rules.size()));
        }
        return List.copyOf(rules);
    }

    private static Rule rule(YamlMap map) throws YamlException {
        map.only(RULE_KEYS);
        YamlMap.Value name = map.get("name");
        if (!name.text().matches(NAME)) {
            throw name.wrong("not a rule name (expected letters, digits, . _ -)");
        }
        Condition condition = condition(map.get("when"));
        return new Rule(
                name.text(),
                target(map),
                condition,
                actions(map, condition),
                map.has("limits") ? limits(map.map("limits", "limits")) : FiringLimits.NONE,
                map.line());
    }

    private static Condition condition(YamlMap.Value when) throws YamlException {
        try {
            return Condition.parse(when.text());
        } catch (IllegalArgumentException e) {
            throw when.wrong(String.valueOf(e.getMessage()), e);
        }
    }

    private static String target(YamlMap map) throws YamlException {
        Optional<YamlMap.Value> target = map.find("target");
        if (target.isEmpty()) {
            return "";
        }
        String text = target.get().text().strip();
        if (text.isEmpty() || text.length() > LONGEST_TARGET) {
            throw target.get()
                    .wrong(
                            "not a target (expected a pid, or a name with wildcards such as"
                                    + " com.acme.*; default: every target)");
        }
        return text;
    }

    private static List<TriggerAction> actions(YamlMap map, Condition condition)
            throws YamlException {
        List<TriggerAction> actions = new ArrayList<>();
        for (YamlMap.Value value : map.values("actions")) {
            TriggerAction action =
                    TriggerAction.of(value.text())
                            .orElseThrow(() -> value.wrong(notAnAction(value.text())));
            if (actions.contains(action)) {
                throw value.wrong("given twice");
            }
            if (condition instanceof Condition.OnDeath && action.isOfTheLiving()) {
                throw value.wrong(
                        "needs a running target, but this rule fires on death (use another"
                                + " condition, or no action: actions: [])");
            }
            actions.add(action);
        }
        return actions;
    }

    private static String notAnAction(String text) {
        return "not an action: "
                + SpellingSuggestion.of(text, TriggerAction.labels())
                        .map(near -> "did you mean " + near + "?")
                        .orElse("expected some of " + String.join(", ", TriggerAction.labels()));
    }

    private static FiringLimits limits(YamlMap map) throws YamlException {
        map.only(LIMIT_KEYS);
        if (map.has("window") && !map.has("count")) {
            throw map.get("window").wrong("a window needs a count: how often in it");
        }
        return new FiringLimits(
                map.has("count")
                        ? OptionalInt.of(map.get("count").number(MOST_FIRINGS))
                        : OptionalInt.empty(),
                map.has("window")
                        ? map.get("window").duration(LEAST, LONGEST)
                        : FiringLimits.NONE.window(),
                map.has("coolDown")
                        ? Optional.of(map.get("coolDown").duration(LEAST, LONGEST))
                        : Optional.empty(),
                map.has("oncePerLife") && flag(map.get("oncePerLife")));
    }

    private static boolean flag(YamlMap.Value value) throws YamlException {
        return switch (value.text()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw value.wrong("not true or false");
        };
    }
}
