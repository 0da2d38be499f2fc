/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.json.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The JSON Schema of a rules file, for editors and pipelines. It accepts everything that {@link
 * RulesReader} accepts; only the reader checks bounds of durations and levels.
 */
public final class RulesSchema {
    private static final String DURATION = "^\\s*[0-9]{1,9}\\s*(ms|s|m|h|d)?\\s*$";

    private RulesSchema() {}

    public static Schema schema() {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        head.put("title", "Rules of heapsight");
        head.put("description", "What to collect automatically, and when; see docs/rules.md");
        head.putAll(
                closed(
                                Map.of(
                                        "rules",
                                        Schema.array(rule())
                                                .with("minItems", 1)
                                                .with("maxItems", RulesReader.MOST_RULES)),
                                RulesReader.KEYS)
                        .tree());
        return new Schema(head);
    }

    private static Schema rule() {
        Map<String, Schema> fields = new LinkedHashMap<>();
        fields.put(
                "name",
                Schema.pattern("^" + RulesReader.NAME + "$")
                        .with("description", "unique; in logs, metrics and GET /rules"));
        fields.put(
                "target",
                oneOf(Schema.pattern("\\S"), Schema.integer())
                        .with(
                                "description",
                                "a pid, or a glob of main-class names; default: every target"));
        fields.put(
                "when",
                Schema.pattern(Condition.pattern()).with("description", Condition.EXPECTED));
        fields.put(
                "actions",
                Schema.array(Schema.string().with("enum", TriggerAction.labels()))
                        .with("uniqueItems", true)
                        .with("description", "run in this order; empty: notify only"));
        fields.put("limits", limits());
        return closed(fields, List.of("name", "when", "actions"));
    }

    private static Schema limits() {
        Map<String, Schema> fields = new LinkedHashMap<>();
        fields.put(
                "count",
                Schema.integer(1, RulesReader.MOST_FIRINGS)
                        .with(
                                "description",
                                "maximum number of firings on a target in the window"));
        fields.put("window", duration("length of the sliding window; default: 1h"));
        fields.put("coolDown", duration("minimum time between two firings on a target"));
        fields.put(
                "oncePerLife",
                Schema.bool()
                        .with(
                                "description",
                                "whether the rule fires only once in a target's life"));
        return closed(fields, List.of())
                .with("dependentRequired", Map.of("window", List.of("count")));
    }

    /** Accepts integers too, since a number without a unit means seconds. */
    private static Schema duration(String description) {
        return oneOf(Schema.pattern(DURATION), Schema.integer(1, 86_400))
                .with("description", description);
    }

    private static Schema oneOf(Schema text, Schema number) {
        return new Schema(
                new LinkedHashMap<>(Map.of("anyOf", List.of(text.tree(), number.tree()))));
    }

    private static Schema closed(Map<String, Schema> fields, List<String> required) {
        return Schema.object(fields, required).with("additionalProperties", false);
    }
}
