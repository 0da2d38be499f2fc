/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A JSON document in memory, for documents of a few megabytes. What is not there is empty. */
record JsonNode(Object value) {
    private static final JsonNode NOTHING = new JsonNode("");

    /** Reads the value at which the parser stands. */
    static JsonNode read(JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, JsonNode> fields = new LinkedHashMap<>();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                fields.put(name, read(json));
            }
            return new JsonNode(fields);
        }
        if (token == JsonToken.START_ARRAY) {
            List<JsonNode> elements = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                elements.add(read(json));
            }
            return new JsonNode(elements);
        }
        if (token != null && token.isNumeric()) {
            return new JsonNode(json.getDoubleValue());
        }
        if (token == JsonToken.VALUE_FALSE) {
            return new JsonNode(false);
        }
        return token == JsonToken.VALUE_STRING ? new JsonNode(json.getText()) : NOTHING;
    }

    /** A field, and its field, and so on. */
    JsonNode at(String... path) {
        JsonNode node = this;
        for (String name : path) {
            node =
                    node.value instanceof Map<?, ?> fields
                                    && fields.get(name) instanceof JsonNode field
                            ? field
                            : NOTHING;
        }
        return node;
    }

    List<JsonNode> elements() {
        List<JsonNode> elements = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof JsonNode node) {
                    elements.add(node);
                }
            }
        }
        return elements;
    }

    boolean isArray() {
        return value instanceof List<?>;
    }

    boolean isFalse() {
        return Boolean.FALSE.equals(value);
    }

    OptionalDouble number() {
        return value instanceof Double number ? OptionalDouble.of(number) : OptionalDouble.empty();
    }

    Optional<String> text() {
        return value instanceof String text && !text.isEmpty()
                ? Optional.of(text)
                : Optional.empty();
    }
}
