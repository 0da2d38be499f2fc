/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A JSON Schema (2020-12, as OpenAPI 3.1 takes it), as a tree of maps and lists. */
record Schema(Map<String, Object> tree) {
    static Schema string() {
        return of("type", "string");
    }

    /** Bytes that are no text. */
    static Schema binary() {
        return string().with("format", "binary");
    }

    static Schema pattern(String pattern) {
        return string().with("pattern", pattern);
    }

    static Schema choice(List<String> values) {
        return string().with("enum", values);
    }

    /** One of the values, by the names that documents have for them. */
    static <T> Schema choice(T[] values, Function<T, String> label) {
        return choice(Arrays.stream(values).map(label).toList());
    }

    /** {@code "target":{"pid":7,"name":"com.acme.Shop"}}. */
    static Schema target() {
        return object("pid", integer(), "name", string());
    }

    static Schema time() {
        return string().with("format", "date-time");
    }

    static Schema bool() {
        return of("type", "boolean");
    }

    static Schema integer() {
        return of("type", "integer");
    }

    static Schema integer(long min, long max) {
        return integer().with("minimum", min).with("maximum", max);
    }

    static Schema number() {
        return of("type", "number");
    }

    static Schema array(Schema items) {
        return of("type", "array").with("items", items.tree());
    }

    /** An object with exactly these fields, all required: {@code object("pid", integer(), …)}. */
    static Schema object(Object... namesAndSchemas) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (int i = 0; i < namesAndSchemas.length; i += 2) {
            properties.put((String) namesAndSchemas[i], ((Schema) namesAndSchemas[i + 1]).tree());
        }
        return of("type", "object")
                .with("properties", properties)
                .with("required", new ArrayList<>(properties.keySet()));
    }

    /** An object of any names, with values of one kind. */
    static Schema map(Schema values) {
        return of("type", "object").with("additionalProperties", values.tree());
    }

    /** This object, with fields that need not be there. */
    Schema withOptional(Object... namesAndSchemas) {
        Map<String, Object> properties = new LinkedHashMap<>(propertiesOf(tree));
        properties.putAll(propertiesOf(object(namesAndSchemas).tree()));
        return with("properties", properties);
    }

    /** A document of ours: an object whose first field is the version of its shape. */
    static Schema document(Object... namesAndSchemas) {
        List<Object> all = new ArrayList<>(List.of("schemaVersion", of("const", 1)));
        all.addAll(List.of(namesAndSchemas));
        return object(all.toArray());
    }

    /** This object, with the version of its shape. */
    Schema asDocument() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("schemaVersion", of("const", 1).tree());
        properties.putAll(propertiesOf(tree));
        return with("properties", properties)
                .with("required", new ArrayList<>(properties.keySet()));
    }

    @SuppressWarnings("unchecked") // put in by object() only
    private static Map<String, Object> propertiesOf(Map<String, Object> object) {
        return (Map<String, Object>) object.getOrDefault("properties", Map.of());
    }

    static Schema reference(String component) {
        return of("$ref", "#/components/schemas/" + component);
    }

    /** This, or null. */
    Schema orNull() {
        return with("type", List.of(tree.get("type"), "null"));
    }

    Schema with(String name, Object value) {
        Map<String, Object> copy = new LinkedHashMap<>(tree);
        copy.put(name, value);
        return new Schema(copy);
    }

    private static Schema of(String name, Object value) {
        return new Schema(Map.of(name, value));
    }
}
