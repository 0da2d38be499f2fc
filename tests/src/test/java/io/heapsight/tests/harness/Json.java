/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value for tests: a Map, List, String, Long, Double, Boolean, or null inside.
 *
 * <p>Each method throws ClassCastException or IllegalStateException if the document has another
 * shape, which fails the test.
 */
public record Json(@Nullable Object value) {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Reads a whole document. */
    public static Json parse(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            Json document = new Json(read(parser));
            if (parser.nextToken() != null) {
                throw new IllegalStateException("more than one document: " + text);
            }
            return document;
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }

    /** A field of this object, or of the objects inside it: {@code at("totals", "bytes")}. */
    public Json at(String... path) {
        Json json = this;
        for (String name : path) {
            if (!(json.value instanceof Map<?, ?> fields) || !fields.containsKey(name)) {
                throw new IllegalStateException("no \"" + name + "\" in " + json.value);
            }
            json = new Json(fields.get(name));
        }
        return json;
    }

    /** The names of this object's fields, in their order. */
    public List<String> names() {
        if (!(value instanceof Map<?, ?> fields)) {
            throw new IllegalStateException("no object: " + value);
        }
        return fields.keySet().stream().map(String.class::cast).toList();
    }

    /** The elements of this array. */
    public List<Json> items() {
        if (!(value instanceof List<?> items)) {
            throw new IllegalStateException("no array: " + value);
        }
        List<Json> all = new ArrayList<>();
        items.forEach(item -> all.add(new Json(item)));
        return all;
    }

    public String text() {
        if (!(value instanceof String text)) {
            throw new IllegalStateException("no string: " + value);
        }
        return text;
    }

    public boolean isTrue() {
        if (!(value instanceof Boolean flag)) {
            throw new IllegalStateException("no boolean: " + value);
        }
        return flag;
    }

    public long number() {
        if (!(value instanceof Long number)) {
            throw new IllegalStateException("no integer: " + value);
        }
        return number;
    }

    /** A number, whole or not. */
    public double decimal() {
        if (!(value instanceof Number number)) {
            throw new IllegalStateException("no number: " + value);
        }
        return number.doubleValue();
    }

    private static @Nullable Object read(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    fields.put(name, read(parser));
                }
                yield fields;
            }
            case START_ARRAY -> {
                List<@Nullable Object> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(read(parser));
                }
                yield items;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case null, default ->
                    throw new IllegalStateException("no JSON at " + parser.currentLocation());
        };
    }
}
