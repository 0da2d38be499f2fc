/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.yaml;

import io.heapsight.unit.Durations;
import io.heapsight.unit.SpellingSuggestion;
import java.time.Duration;
import java.util.ArrayList;
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

/** A YAML mapping with the line numbers of its keys and values. */
public final class YamlMap {
    private final int line;
    private final Map<String, Node> nodes;
    private final Map<String, Integer> lines;

    private YamlMap(int line, Map<String, Node> nodes, Map<String, Integer> lines) {
        this.line = line;
        this.nodes = nodes;
        this.lines = lines;
    }

    /**
     * A text or number.
     *
     * @param line from 1
     */
    public record Value(String text, int line) {
        static Value of(Node node) throws YamlException {
            if (node instanceof ScalarNode scalar) {
                return new Value(scalar.getValue(), lineOf(node));
            }
            throw new YamlException(lineOf(node), "not a text or a number");
        }

        public Duration duration(Duration least, Duration most) throws YamlException {
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

        public int number(int most) throws YamlException {
            int number = text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
            if (number < 1 || number > most) {
                throw wrong("not a whole number from 1 to " + most);
            }
            return number;
        }

        public YamlException wrong(String reason) {
            return wrong(reason, null);
        }

        public YamlException wrong(String reason, @Nullable Exception cause) {
            return new YamlException(line, "\"%s\": %s".formatted(text, reason), cause);
        }
    }

    /**
     * Reads the keys of a node.
     *
     * @param what the expected node
     */
    static YamlMap of(Node node, String what) throws YamlException {
        if (!(node instanceof MappingNode mapping)) {
            throw new YamlException(lineOf(node), "not " + what + ", which has keys and values");
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

    /** Checks that there are no other keys. */
    public void only(String... known) throws YamlException {
        only(List.of(known));
    }

    /** Checks that there are no other keys. */
    public void only(List<String> known, String... more) throws YamlException {
        List<String> keys = Stream.concat(known.stream(), Arrays.stream(more)).toList();
        for (Map.Entry<String, Integer> each : lines.entrySet()) {
            if (!keys.contains(each.getKey())) {
                String near =
                        SpellingSuggestion.of(each.getKey(), keys)
                                .map(name -> "did you mean " + name + "?")
                                .orElse("expected one of " + String.join(", ", keys));
                throw new YamlException(
                        each.getValue(), "unknown key \"%s\": %s".formatted(each.getKey(), near));
            }
        }
    }

    public boolean has(String key) {
        return nodes.containsKey(key);
    }

    private Node node(String key) throws YamlException {
        Node node = nodes.get(key);
        if (node == null) {
            throw new YamlException(line, "\"%s\" is missing".formatted(key));
        }
        return node;
    }

    public Value get(String key) throws YamlException {
        return Value.of(node(key));
    }

    public Optional<Value> find(String key) throws YamlException {
        return has(key) ? Optional.of(get(key)) : Optional.empty();
    }

    /** Returns the line of the first key. */
    public int line() {
        return line;
    }

    /** Returns whether the value of a key is text or a number. */
    public boolean isText(String key) {
        return nodes.get(key) instanceof ScalarNode;
    }

    /**
     * Returns the mapping under a key.
     *
     * @param what the expected mapping: "a step"
     */
    public YamlMap map(String key, String what) throws YamlException {
        return of(node(key), what);
    }

    /**
     * Returns the mappings in the list under a key.
     *
     * @param what the expected element: "an arm"
     */
    public List<YamlMap> maps(String key, String what) throws YamlException {
        List<YamlMap> maps = new ArrayList<>();
        for (Node node : list(key)) {
            maps.add(of(node, what));
        }
        return maps;
    }

    /** Returns the texts in the list under a key. */
    public List<Value> values(String key) throws YamlException {
        List<Value> values = new ArrayList<>();
        for (Node node : list(key)) {
            values.add(Value.of(node));
        }
        return values;
    }

    private List<Node> list(String key) throws YamlException {
        if (node(key) instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        throw new YamlException(lineOf(node(key)), "\"%s\" is not a list".formatted(key));
    }

    private static int lineOf(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }
}
