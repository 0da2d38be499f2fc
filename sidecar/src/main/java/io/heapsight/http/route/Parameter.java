/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.json.Schema;
import io.heapsight.unit.Durations;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * A parameter of a route.
 *
 * @param name as in the path template or the query
 * @param description one line for the OpenAPI document
 * @param expected one phrase for errors
 * @param schema exactly the values that {@code parser} accepts
 * @param parser throws IllegalArgumentException
 * @param needed whether it is required
 * @param <T> type of the parsed value
 */
public record Parameter<T>(
        String name,
        String description,
        String expected,
        Schema schema,
        Function<String, T> parser,
        Optional<T> fallback,
        boolean needed) {
    private static final int MAX_INTEGER_LENGTH = 9;

    /** The end of a list parameter's name, as in exporters: {@code name[]=a&name[]=b}. */
    private static final String LIST = "[]";

    public static Parameter<Integer> integer(String name, int min, int max, String description) {
        return new Parameter<>(
                name,
                description,
                "a whole number, %d to %d".formatted(min, max),
                Schema.integer(min, max),
                text -> {
                    int number =
                            text.length() <= MAX_INTEGER_LENGTH ? Integer.parseInt(text) : min - 1;
                    boolean ascii =
                            text.chars()
                                    .allMatch(c -> c < 0x80); // Java also parses non-ASCII digits
                    if (!ascii || number < min || number > max) {
                        throw new IllegalArgumentException(text);
                    }
                    return number;
                },
                Optional.empty(),
                false);
    }

    public static Parameter<Boolean> bool(String name, String description) {
        return new Parameter<>(
                name,
                description,
                "true or false",
                Schema.bool(),
                text ->
                        switch (text) {
                            case "true" -> true;
                            case "false" -> false;
                            default -> throw new IllegalArgumentException(text);
                        },
                Optional.empty(),
                false);
    }

    public static Parameter<String> text(
            String name, String pattern, String expected, String about) {
        return new Parameter<>(
                name,
                about,
                expected,
                Schema.pattern("^" + pattern + "$"),
                text -> checked(text, pattern),
                Optional.empty(),
                false);
    }

    public static Parameter<String> choice(String name, List<String> values, String description) {
        return new Parameter<>(
                name,
                description,
                "one of " + String.join(", ", values),
                Schema.string().with("enum", values),
                text -> {
                    if (!values.contains(text)) {
                        throw new IllegalArgumentException(text);
                    }
                    return text;
                },
                Optional.empty(),
                false);
    }

    public static Parameter<ReplyFormat> format(
            String name, List<ReplyFormat> offered, String description) {
        Parameter<String> label =
                choice(name, offered.stream().map(ReplyFormat::label).toList(), description);
        return new Parameter<>(
                name,
                description,
                label.expected(),
                label.schema(),
                text -> ReplyFormat.valueOf(label.parser().apply(text).toUpperCase(Locale.ROOT)),
                Optional.empty(),
                false);
    }

    public static Parameter<Duration> duration(
            String name, String pattern, String expected, String about) {
        return new Parameter<>(
                name,
                about,
                expected,
                Schema.pattern("^" + pattern + "$"),
                text -> Durations.parse(checked(text, pattern)),
                Optional.empty(),
                false);
    }

    public static Parameter<Instant> time(String name, String description) {
        return new Parameter<>(
                name,
                description,
                "a time such as 2026-11-28T12:00:00Z",
                Schema.string().with("format", "date-time"),
                text -> {
                    try {
                        Instant time = Instant.parse(text);
                        long _ = time.toEpochMilli();
                        return time;
                    } catch (DateTimeException | ArithmeticException e) {
                        throw new IllegalArgumentException(text, e);
                    }
                },
                Optional.empty(),
                false);
    }

    /**
     * A parameter that can be repeated; without it, the list is empty.
     *
     * @param name without brackets
     * @param each checks one value
     */
    public static Parameter<List<String>> list(String name, Parameter<String> each) {
        return new Parameter<>(
                name + LIST,
                each.description(),
                each.expected(),
                Schema.array(each.schema()),
                text -> List.of(each.parser().apply(text)),
                Optional.of(List.of()),
                false);
    }

    /**
     * Returns whether the parameter can be repeated; its parser then returns a list of one element.
     */
    boolean isList() {
        return name.endsWith(LIST);
    }

    /** Returns the same parameter with a default. */
    public Parameter<T> or(T value) {
        Object shown =
                value instanceof Number || value instanceof Boolean ? value : value.toString();
        return new Parameter<>(
                name,
                description,
                expected,
                value instanceof Duration ? schema : schema.with("default", shown),
                parser,
                Optional.of(value),
                false);
    }

    /** Returns the same parameter as a required one. */
    public Parameter<T> asNeeded() {
        return new Parameter<>(name, description, expected, schema, parser, fallback, true);
    }

    /**
     * Checks a text against a pattern. Compiles it on each use: cached patterns of all parameters
     * would be a large part of an idle heap.
     */
    private static String checked(String text, String pattern) {
        if (!text.matches(pattern)) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }
}
