/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.heapsight.summary.Total;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What the metrics show of a heap summary.
 *
 * @param takenAt when the dump was taken
 * @param ratio unreachable bytes as a share of all but filler, 0 to 1
 * @param garbage classes with garbage, most bytes first
 * @param retaining classes by what they retain, most first; empty when dominators were left out
 */
public record SummaryFigures(
        Instant takenAt,
        Total unreachable,
        double ratio,
        List<ClassBytes> garbage,
        List<ClassBytes> retaining) {
    /** A class and the bytes that it stands for; classes of one name are one. */
    public record ClassBytes(String name, long bytes) {}

    private record Sums(long unreachable, long retained) {
        Sums plus(Sums other) {
            return new Sums(unreachable + other.unreachable, retained + other.retained);
        }
    }

    /**
     * Reads them from a summary that is kept.
     *
     * @param top how many classes of each kind
     */
    static SummaryFigures read(Path summary, Instant takenAt, int top) throws IOException {
        Map<String, Total> totals = new HashMap<>();
        Map<String, Sums> classes = new HashMap<>();
        try (JsonParser json = new JsonFactory().createParser(summary.toFile())) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                JsonToken value = json.nextToken();
                if (field.equals("totals") && value == JsonToken.START_OBJECT) {
                    totals(json, totals);
                } else if (field.equals("classes") && value == JsonToken.START_ARRAY) {
                    classes(json, classes);
                } else {
                    json.skipChildren();
                }
            }
        }
        Total unreachable = totals.getOrDefault("unreachable", Total.NONE);
        long all =
                totals.getOrDefault("all", Total.NONE).bytes()
                        - totals.getOrDefault("filler", Total.NONE).bytes();
        return new SummaryFigures(
                takenAt,
                unreachable,
                all <= 0 ? 0 : (double) unreachable.bytes() / all,
                most(classes, Sums::unreachable, top),
                most(classes, Sums::retained, top));
    }

    private static void totals(JsonParser json, Map<String, Total> totals) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            if (json.nextToken() == JsonToken.START_OBJECT) {
                Map<String, Long> numbers = numbers(json, new HashMap<>());
                totals.put(
                        name,
                        new Total(
                                numbers.getOrDefault("objects", 0L),
                                numbers.getOrDefault("bytes", 0L)));
            }
        }
    }

    private static void classes(JsonParser json, Map<String, Sums> classes) throws IOException {
        while (json.nextToken() == JsonToken.START_OBJECT) {
            Map<String, String> texts = new HashMap<>();
            Map<String, Long> numbers = numbers(json, texts);
            classes.merge(
                    texts.getOrDefault("name", "?"),
                    new Sums(
                            numbers.getOrDefault("unreachableBytes", 0L),
                            numbers.getOrDefault("retainedBytes", 0L)),
                    Sums::plus);
        }
    }

    /** The numbers of a flat object that is open, by name. */
    private static Map<String, Long> numbers(JsonParser json, Map<String, String> texts)
            throws IOException {
        Map<String, Long> numbers = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            switch (json.nextToken()) {
                case VALUE_NUMBER_INT -> numbers.put(name, json.getLongValue());
                case VALUE_STRING -> texts.put(name, json.getText());
                default -> json.skipChildren();
            }
        }
        return numbers;
    }

    private static List<ClassBytes> most(
            Map<String, Sums> classes, ToLongFunction<Sums> bytes, int top) {
        return classes.entrySet().stream()
                .map(each -> new ClassBytes(each.getKey(), bytes.applyAsLong(each.getValue())))
                .filter(each -> each.bytes() > 0)
                .sorted(
                        Comparator.comparingLong(ClassBytes::bytes)
                                .reversed()
                                .thenComparing(ClassBytes::name))
                .limit(top)
                .toList();
    }
}
