/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares the fields of JSON documents with their schema: an object's field is {@code a.b}, an
 * element of an array {@code a[]}, a value in a map {@code a.*}.
 */
final class WrittenJson {
    private final Map<?, ?> components;
    private final Set<String> written = new TreeSet<>();
    private final List<String> faults = new ArrayList<>();

    /**
     * @param components the referenced schemas by name
     */
    WrittenJson(Map<?, ?> components) {
        this.components = components;
    }

    /** Returns the differences in documents with one schema; empty if there are none. */
    List<String> faults(Map<?, ?> schema, Collection<Map<String, Object>> documents) {
        documents.forEach(document -> compare("", schema, document));
        Set<String> declared = new TreeSet<>();
        declare("", schema, declared);
        declared.removeAll(written);
        declared.forEach(path -> faults.add(path + " is declared, but never written"));
        return faults;
    }

    private void compare(String path, Map<?, ?> schema, Object value) {
        if (schema.get("$ref") instanceof String reference) {
            compare(name(reference), component(reference), value);
            return;
        }
        if (!isOfType(schema, value)) {
            faults.add("%s is %s, and not of %s".formatted(path, value, schema));
        }
        switch (value) {
            case Map<?, ?> object -> object(path, schema, object);
            case Collection<?> list -> {
                for (Object each : list) {
                    compare(path + "[]", object(schema, "items"), each);
                }
            }
            case null, default -> {}
        }
    }

    private void object(String path, Map<?, ?> schema, Map<?, ?> object) {
        Map<?, ?> properties = properties(schema);
        for (Object needed :
                schema.get("required") instanceof Collection<?> names ? names : List.of()) {
            if (!object.containsKey(needed)) {
                faults.add("%s.%s is required, but not written".formatted(path, needed));
            }
        }
        object.forEach(
                (name, value) -> {
                    boolean named = properties.containsKey(name);
                    Object declared =
                            named ? properties.get(name) : schema.get("additionalProperties");
                    String field = path + "." + (named ? name : "*");
                    if (declared instanceof Map<?, ?> its) {
                        written.add(field);
                        compare(field, its, value);
                    } else {
                        faults.add("%s.%s is written, but not declared".formatted(path, name));
                    }
                });
    }

    private void declare(String path, Map<?, ?> schema, Set<String> declared) {
        if (schema.get("$ref") instanceof String reference) {
            declare(name(reference), component(reference), declared);
            return;
        }
        properties(schema)
                .forEach((name, its) -> declareField(path + "." + name, (Map<?, ?>) its, declared));
        if (schema.get("additionalProperties") instanceof Map<?, ?> its) {
            declareField(path + ".*", its, declared);
        }
        if (schema.get("items") instanceof Map<?, ?> its) {
            declare(path + "[]", its, declared);
        }
    }

    private void declareField(String field, Map<?, ?> schema, Set<String> declared) {
        if (declared.add(field)) {
            declare(field, schema, declared);
        }
    }

    private static boolean isOfType(Map<?, ?> schema, Object value) {
        if (schema.containsKey("const")) {
            return schema.get("const").equals(value);
        }
        Object type = schema.get("type");
        List<?> types = type instanceof List<?> several ? several : List.of(type);
        boolean fits =
                types.contains(
                        switch (value) {
                            case null -> "null";
                            case String _ -> "string";
                            case Boolean _ -> "boolean";
                            case Number number when types.contains("integer") ->
                                    number.doubleValue() == number.longValue()
                                            ? "integer"
                                            : "a fraction";
                            case Number _ -> "number";
                            case Map<?, ?> _ -> "object";
                            default -> "array";
                        });
        return fits
                && (value == null
                        || !(schema.get("enum") instanceof Collection<?> all)
                        || all.contains(value));
    }

    private static Map<?, ?> properties(Map<?, ?> schema) {
        return schema.get("properties") instanceof Map<?, ?> its ? its : Map.of();
    }

    private Map<?, ?> component(String reference) {
        return object(components, name(reference));
    }

    private static Map<?, ?> object(Map<?, ?> tree, String name) {
        return (Map<?, ?>) Objects.requireNonNull(tree.get(name), name);
    }

    private static String name(String reference) {
        return reference.substring(reference.lastIndexOf('/') + 1);
    }
}
