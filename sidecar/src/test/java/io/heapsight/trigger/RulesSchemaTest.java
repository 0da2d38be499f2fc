/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.yaml.YamlException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * The reader refuses whatever the schema refuses; {@link MutatedRulesTest} shows that the schema
 * accepts whatever the reader accepts.
 */
class RulesSchemaTest {
    private static final Map<?, ?> SCHEMA = RulesSchema.schema().tree();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rules: []",
                "rule: []",
                "rules: {a: b}",
                "rules: [a]",
                "rules: [{name: a b, when: on start, actions: []}]",
                "rules: [{name: a, when: on start}]",
                "rules: [{name: a, actions: []}]",
                "rules: [{name: a, when: on start, action: []}]",
                "rules: [{name: a, when: on start, actions: [panic]}]",
                "rules: [{name: a, when: on start, actions: [garbage, garbage]}]",
                "rules: [{name: a, when: on fire, actions: []}]",
                "rules: [{name: a, when: threads > 5%, actions: []}]",
                "rules: [{name: a, when: threads < 5%, actions: []}]",
                "rules: [{name: a, when: threads = 5, actions: []}]",
                "rules: [{name: a, when: gc.overhead > 5, actions: []}]",
                "rules: [{name: a, when: thread > 5, actions: []}]",
                "rules: [{name: a, when: on start, actions: [], limits: {count: 0}}]",
                "rules: [{name: a, when: on start, actions: [], limits: {window: 1h}}]",
                "rules: [{name: a, when: on start, actions: [], limits: {coolDown: soon}}]",
                "rules: [{name: a, when: on start, actions: [], limits: {oncePerLife: no}}]",
                "rules: [{name: a, when: on start, actions: [], target: ' '}]"
            })
    void whatTheSchemaRefusesTheReaderRefuses(String yaml) {
        assertThat(accepts(yaml)).isFalse();
        assertThatThrownBy(() -> RulesReader.read(yaml)).isInstanceOf(YamlException.class);
    }

    /** Whether the schema accepts a file. */
    static boolean accepts(String yaml) {
        return accepts(SCHEMA, tree(yaml));
    }

    /** Maps, lists, and scalars as texts. */
    private static Object tree(String yaml) {
        return tree(new Compose(LoadSettings.builder().build()).composeString(yaml).orElseThrow());
    }

    private static Object tree(Node node) {
        return switch (node) {
            case MappingNode map -> {
                Map<String, Object> tree = new LinkedHashMap<>();
                map.getValue()
                        .forEach(
                                pair ->
                                        tree.put(
                                                ((ScalarNode) pair.getKeyNode()).getValue(),
                                                tree(pair.getValueNode())));
                yield tree;
            }
            case SequenceNode list -> list.getValue().stream().map(RulesSchemaTest::tree).toList();
            default -> ((ScalarNode) node).getValue();
        };
    }

    /** The words of JSON Schema that ours uses; another one fails. */
    private static boolean accepts(Map<?, ?> schema, Object value) {
        return schema.entrySet().stream()
                .allMatch(
                        word -> accepts(word.getKey().toString(), word.getValue(), schema, value));
    }

    private static boolean accepts(String word, Object of, Map<?, ?> schema, Object value) {
        return switch (word) {
            case "$schema", "title", "description" -> true;
            case "type" -> isOf(of.toString(), value);
            case "anyOf" ->
                    ((Collection<?>) of)
                            .stream().anyMatch(each -> accepts((Map<?, ?>) each, value));
            case "enum" -> ((Collection<?>) of).contains(value);
            case "pattern" -> Pattern.compile(of.toString()).matcher(value.toString()).find();
            case "minimum" -> Long.parseLong(value.toString()) >= ((Number) of).longValue();
            case "maximum" -> Long.parseLong(value.toString()) <= ((Number) of).longValue();
            case "minItems" -> ((Collection<?>) value).size() >= ((Number) of).intValue();
            case "maxItems" -> ((Collection<?>) value).size() <= ((Number) of).intValue();
            case "uniqueItems" ->
                    new HashSet<>((Collection<?>) value).size() == ((Collection<?>) value).size();
            case "items" ->
                    ((Collection<?>) value)
                            .stream().allMatch(each -> accepts((Map<?, ?>) of, each));
            case "required" -> ((Map<?, ?>) value).keySet().containsAll((Collection<?>) of);
            case "properties" ->
                    ((Map<?, ?>) of)
                            .entrySet().stream()
                                    .allMatch(
                                            its ->
                                                    isLeftOutOrAccepted(
                                                            (Map<?, ?>) its.getValue(),
                                                            ((Map<?, ?>) value).get(its.getKey())));
            case "additionalProperties" ->
                    ((Map<?, ?>) Objects.requireNonNull(schema.get("properties")))
                            .keySet()
                            .containsAll(((Map<?, ?>) value).keySet());
            case "dependentRequired" ->
                    ((Map<?, ?>) of)
                            .entrySet().stream()
                                    .filter(its -> ((Map<?, ?>) value).containsKey(its.getKey()))
                                    .allMatch(
                                            its ->
                                                    ((Map<?, ?>) value)
                                                            .keySet()
                                                            .containsAll(
                                                                    (Collection<?>)
                                                                            its.getValue()));
            default -> throw new IllegalArgumentException(word);
        };
    }

    private static boolean isLeftOutOrAccepted(Map<?, ?> schema, @Nullable Object value) {
        return value == null || accepts(schema, value);
    }

    private static boolean isOf(String type, Object value) {
        return switch (type) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "string" -> value instanceof String;
            case "integer" -> value instanceof String text && text.matches("\\d{1,9}");
            case "boolean" -> value.equals("true") || value.equals("false");
            default -> throw new IllegalArgumentException(type);
        };
    }
}
