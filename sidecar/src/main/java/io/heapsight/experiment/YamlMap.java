/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.unit.Durations;
import io.heapsight.unit.NearMiss;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A YAML mapping whose keys and values know their lines.
 *
 * @param line of the first key
 */
record YamlMap(int line, Map<String, Node> nodes, Map<String, Integer> lines) {
    /**
     * A text or number.
     *
     * @param line from 1
     */
    record Value(String text, int line) {
        static Value of(Node node) throws PlanException {
            if (node instanceof ScalarNode scalar) {
                return new Value(scalar.getValue(), lineOf(node));
            }
            throw new PlanException(lineOf(node), "not a text or a number");
        }

        Duration duration(Duration least, Duration most) throws PlanException {
            String expected = "(expected %s to %s)".formatted(shown(least), shown(most));
            Duration duration;
            try {
                duration = Durations.parse(text);
            } catch (IllegalArgumentException e) {
                throw wrong("not a duration " + expected, e);
            }
            if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
                throw wrong("out of bounds " + expected);
            }
            return duration;
        }

        private static String shown(Duration duration) {
            return duration.compareTo(Duration.ofHours(1)) < 0
                    ? duration.toSeconds() + "s"
                    : duration.toHours() + "h";
        }

        int number(int most) throws PlanException {
            int number = text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
            if (number < 1 || number > most) {
                throw wrong("not a whole number from 1 to " + most);
            }
            return number;
        }

        PlanException wrong(String reason) {
            return wrong(reason, null);
        }

        PlanException wrong(String reason, @Nullable Exception cause) {
            return new PlanException(line, "\"%s\": %s".formatted(text, reason), cause);
        }
    }

    /**
     * The keys of a node.
     *
     * @param what it should be
     */
    static YamlMap of(Node node, String what) throws PlanException {
        if (!(node instanceof MappingNode mapping)) {
            throw new PlanException(lineOf(node), "not " + what + ", which has keys and values");
        }
        Map<String, Node> nodes = new LinkedHashMap<>();
        Map<String, Integer> lines = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            Value key = Value.of(tuple.getKeyNode());
            if (nodes.put(key.text(), tuple.getValueNode()) != null) {
                throw key.wrong("given twice");
            }
            lines.put(key.text(), key.line());
        }
        return new YamlMap(lineOf(node), nodes, lines);
    }

    /** Checks that there are no others. */
    void only(String... known) throws PlanException {
        only(List.of(known));
    }

    /** Checks that there are no others. */
    void only(List<String> known, String... more) throws PlanException {
        List<String> keys = Stream.concat(known.stream(), Arrays.stream(more)).toList();
        for (Map.Entry<String, Integer> each : lines.entrySet()) {
            if (!keys.contains(each.getKey())) {
                String near =
                        NearMiss.of(each.getKey(), keys)
                                .map(name -> "did you mean " + name + "?")
                                .orElse("expected one of " + String.join(", ", keys));
                throw new PlanException(
                        each.getValue(), "unknown key \"%s\": %s".formatted(each.getKey(), near));
            }
        }
    }

    boolean has(String key) {
        return nodes.containsKey(key);
    }

    Node node(String key) throws PlanException {
        Node node = nodes.get(key);
        if (node == null) {
            throw new PlanException(line, "\"%s\" is missing".formatted(key));
        }
        return node;
    }

    Value get(String key) throws PlanException {
        return Value.of(node(key));
    }

    Optional<Value> find(String key) throws PlanException {
        return has(key) ? Optional.of(get(key)) : Optional.empty();
    }

    List<Node> list(String key) throws PlanException {
        if (node(key) instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        throw new PlanException(lineOf(node(key)), "\"%s\" is not a list".formatted(key));
    }

    private static int lineOf(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }
}
