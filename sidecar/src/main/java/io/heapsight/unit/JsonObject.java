/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An object of a small JSON document, whose fields are asked for as what they must be. Numbers are
 * doubles: whole ones are exact below 2^53. A field that is null is not there.
 */
public record JsonObject(Map<String, Object> fields) {
    private static final int DEEPEST = 16;
    private static final JsonFactory FORMAT =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                    .build();

    /**
     * Reads a document.
     *
     * @throws IOException when it is no JSON object
     */
    public static JsonObject parse(String text) throws IOException {
        try (JsonParser parser = FORMAT.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a JSON object");
            }
            return object(parser);
        } catch (JsonProcessingException e) {
            throw new IOException(IoReason.why(e), e);
        }
    }

    private static JsonObject object(JsonParser parser) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (parser.nextToken() != JsonToken.VALUE_NULL) {
                fields.put(name, value(parser));
            }
        }
        return new JsonObject(fields);
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(parser));
                }
                yield items;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
            case null, default ->
                    throw new IOException("it ends in the middle, or has a null in an array");
        };
    }

    public String text(String name) throws IOException {
        return optionalText(name).orElseThrow(() -> new IOException(name + " is missing"));
    }

    public Optional<String> optionalText(String name) throws IOException {
        return Optional.ofNullable(as(String.class, name));
    }

    public Instant time(String name) throws IOException {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeException e) {
            throw new IOException(name + " is not a time", e);
        }
    }

    public Optional<Instant> optionalTime(String name) throws IOException {
        return optionalText(name).isEmpty() ? Optional.empty() : Optional.of(time(name));
    }

    public double number(String name) throws IOException {
        return required(as(Double.class, name), name);
    }

    public boolean flag(String name) throws IOException {
        return required(as(Boolean.class, name), name);
    }

    public long integer(String name) throws IOException {
        return (long) number(name);
    }

    public OptionalLong optionalInteger(String name) throws IOException {
        Double number = as(Double.class, name);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number.longValue());
    }

    public OptionalDouble optionalNumber(String name) throws IOException {
        Double number = as(Double.class, name);
        return number == null ? OptionalDouble.empty() : OptionalDouble.of(number);
    }

    public JsonObject object(String name) throws IOException {
        return required(as(JsonObject.class, name), name);
    }

    public Optional<JsonObject> optionalObject(String name) throws IOException {
        return Optional.ofNullable(as(JsonObject.class, name));
    }

    /** The items of an array that are all of one kind. */
    public <T> List<T> items(Class<T> kind, String name) throws IOException {
        List<T> items = new ArrayList<>();
        for (Object each : required(as(List.class, name), name)) {
            if (!kind.isInstance(each)) {
                throw new IOException(name + " has something else in it");
            }
            items.add(kind.cast(each));
        }
        return items;
    }

    /** The same; none where there is no array. */
    public <T> List<T> optionalItems(Class<T> kind, String name) throws IOException {
        return fields.containsKey(name) ? items(kind, name) : List.of();
    }

    private <T> @Nullable T as(Class<T> kind, String name) throws IOException {
        Object value = fields.get(name);
        if (value != null && !kind.isInstance(value)) {
            throw new IOException(name + " is something else");
        }
        return kind.cast(value);
    }

    private static <T> T required(@Nullable T value, String name) throws IOException {
        if (value == null) {
            throw new IOException(name + " is missing");
        }
        return value;
    }
}
