/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON Schema (2020-12, as in OpenAPI 3.1), as a tree of maps and lists. */
public record Schema(Map<String, Object> tree) {
    public static Schema string() {
        return of("type", "string");
    }

    /** Binary data. */
    public static Schema binary() {
        return string().with("format", "binary");
    }

    public static Schema pattern(String pattern) {
        return string().with("pattern", pattern);
    }

    public static Schema time() {
        return string().with("format", "date-time");
    }

    public static Schema bool() {
        return of("type", "boolean");
    }

    public static Schema integer() {
        return of("type", "integer");
    }

    public static Schema integer(long min, long max) {
        return integer().with("minimum", min).with("maximum", max);
    }

    public static Schema number() {
        return of("type", "number");
    }

    public static Schema array(Schema items) {
        return of("type", "array").with("items", items.tree());
    }

    /** An object with these fields; those not in the list are optional. */
    public static Schema object(Map<String, Schema> fields, List<String> required) {
        Map<String, Object> properties = new LinkedHashMap<>();
        fields.forEach((name, schema) -> properties.put(name, schema.tree()));
        return object().with("properties", properties).with("required", required);
    }

    /** An object with any fields. */
    public static Schema object() {
        return of("type", "object");
    }

    static Schema constant(int value) {
        return of("const", value);
    }

    /** An object with any names and values of one type. */
    public static Schema map(Schema values) {
        return object().with("additionalProperties", values.tree());
    }

    public static Schema reference(String component) {
        return of("$ref", "#/components/schemas/" + component);
    }

    /** This schema or null. */
    public Schema orNull() {
        return with("type", List.of(tree.get("type"), "null"));
    }

    public Schema with(String name, Object value) {
        Map<String, Object> copy = new LinkedHashMap<>(tree);
        copy.put(name, value);
        return new Schema(copy);
    }

    private static Schema of(String name, Object value) {
        return new Schema(Map.of(name, value));
    }
}
