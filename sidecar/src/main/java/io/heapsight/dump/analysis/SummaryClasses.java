/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.summary.Total;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a heap summary that is kept says of classes.
 *
 * @param all every object, filler included
 * @param unreachable filler apart
 * @param atLeast garbage, as an interval; none in summaries of older versions
 * @param classes each of its loader
 */
public record SummaryClasses(
        Total all,
        Total unreachable,
        Total filler,
        Optional<Total> atLeast,
        Optional<Total> atMost,
        List<Row> classes) {
    /**
     * A class.
     *
     * @param name as a Java program spells it
     * @param garbage at least; all that is unreachable in summaries of older versions
     * @param retainedBytes 0 where dominators were left out
     */
    public record Row(
            String name, Total all, Total unreachable, Total garbage, long retainedBytes) {}

    /** Reads them from the summary of a dump that has been analysed. */
    public static SummaryClasses of(DumpStore store, DumpRecord dump) throws IOException {
        return read(store.summary(dump, DumpStore.SummaryForm.JSON));
    }

    static SummaryClasses read(Path summary) throws IOException {
        Map<String, Total> totals = new HashMap<>();
        Map<String, Total> garbage = new HashMap<>();
        List<Row> classes = new ArrayList<>();
        try (JsonParser json = new JsonFactory().createParser(summary.toFile())) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                JsonToken value = json.nextToken();
                if (field.equals("totals") && value == JsonToken.START_OBJECT) {
                    totals(json, totals);
                } else if (field.equals("garbage") && value == JsonToken.START_OBJECT) {
                    totals(json, garbage);
                } else if (field.equals("classes") && value == JsonToken.START_ARRAY) {
                    classes(json, classes);
                } else {
                    json.skipChildren();
                }
            }
        }
        return new SummaryClasses(
                totals.getOrDefault("all", Total.NONE),
                totals.getOrDefault("unreachable", Total.NONE),
                totals.getOrDefault("filler", Total.NONE),
                Optional.ofNullable(garbage.get("atLeast")),
                Optional.ofNullable(garbage.get("atMost")),
                classes);
    }

    private static void totals(JsonParser json, Map<String, Total> totals) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            if (json.nextToken() == JsonToken.START_OBJECT) {
                totals.put(name, total(numbers(json, new HashMap<>()), "objects", "bytes"));
            } else {
                json.skipChildren();
            }
        }
    }

    private static void classes(JsonParser json, List<Row> classes) throws IOException {
        while (json.nextToken() == JsonToken.START_OBJECT) {
            Map<String, String> texts = new HashMap<>();
            Map<String, Long> numbers = numbers(json, texts);
            Total unreachable = total(numbers, "unreachableObjects", "unreachableBytes");
            classes.add(
                    new Row(
                            texts.getOrDefault("name", "?"),
                            total(numbers, "objects", "bytes"),
                            unreachable,
                            numbers.containsKey("garbageBytes")
                                    ? total(numbers, "garbageObjects", "garbageBytes")
                                    : unreachable,
                            numbers.getOrDefault("retainedBytes", 0L)));
        }
    }

    private static Total total(Map<String, Long> numbers, String objects, String bytes) {
        return new Total(numbers.getOrDefault(objects, 0L), numbers.getOrDefault(bytes, 0L));
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
}
