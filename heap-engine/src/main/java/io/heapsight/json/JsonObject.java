/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.heapsight.unit.IoReason;
import java.io.IOException;
import java.io.InputStream;
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
 * An object of a JSON document; each getter states the type that its field must have. Numbers are
 * doubles: whole ones are exact below 2^53. A null field counts as missing.
 *
 * @param shape the declared fields, the only ones that may be read; null if all were read
 */
public record JsonObject(Map<String, Object> fields, @Nullable Shape<?> shape) {
    /** An object without fields. */
    public static final JsonObject EMPTY = new JsonObject(Map.of(), null);

    private static final int DEEPEST = 16;
    private static final JsonFactory FORMAT = new JsonFactory();
    private static final JsonFactory SMALL =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                    .build();

    /** Receives an element of an array. */
    @FunctionalInterface
    public interface Row {
        void take(JsonObject row) throws IOException;
    }

    /** Reads the value at the parser's position. */
    @FunctionalInterface
    interface Reader {
        Object read(JsonParser json) throws IOException;
    }

    /**
     * Reads a small document into memory.
     *
     * @throws IOException if it is not a JSON object
     */
    public static JsonObject parse(String text) throws IOException {
        return parse(SMALL.createParser(text), null, "", _ -> {});
    }

    /**
     * Reads a document of any depth into memory, such as a manifest of Kubernetes.
     *
     * @throws IOException if it is not a JSON object
     */
    public static JsonObject parseDeep(String text) throws IOException {
        return parse(FORMAT.createParser(text), null, "", _ -> {});
    }

    /**
     * Reads the declared fields of a small document.
     *
     * @throws IOException if it is not a JSON object
     */
    public static JsonObject parse(String text, Shape<?> shape) throws IOException {
        return parse(SMALL.createParser(text), shape, "", _ -> {});
    }

    /**
     * Reads the declared fields of a document of any length. Passes the objects of its longest
     * array on one by one, without storing them.
     *
     * @throws IOException if it is not a JSON object
     */
    public static JsonObject parse(InputStream in, Shape<?> shape, String array, Row row)
            throws IOException {
        return parse(FORMAT.createParser(in), shape, array, row);
    }

    private static JsonObject parse(
            JsonParser opened, @Nullable Shape<?> shape, String array, Row row) throws IOException {
        try (JsonParser json = opened) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a JSON object");
            }
            return read(json, shape, array, row);
        } catch (JsonProcessingException e) {
            throw new IOException(IoReason.why(e), e);
        }
    }

    /** Reads an object after its opening brace. */
    static JsonObject read(JsonParser json, @Nullable Shape<?> shape) throws IOException {
        return read(json, shape, "", _ -> {});
    }

    private static JsonObject read(JsonParser json, @Nullable Shape<?> shape, String array, Row row)
            throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw somethingElse(json);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonValueCodec<?> type = shape == null ? null : shape.type(name);
            if (json.nextToken() == JsonToken.VALUE_NULL) {
                continue;
            }
            if (shape != null && type == null) {
                json.skipChildren();
            } else if (type instanceof JsonValueCodec.Array<?, ?> rows && name.equals(array)) {
                rows(json, rows.type(), row);
            } else {
                fields.put(name, type == null ? value(json) : type.read(json));
            }
        }
        return new JsonObject(fields, shape);
    }

    /** Reads an object with any names after its opening brace; a null value counts as missing. */
    static JsonObject map(JsonParser json, Reader value) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw somethingElse(json);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            if (json.nextToken() != JsonToken.VALUE_NULL) {
                fields.put(name, value.read(json));
            }
        }
        return new JsonObject(fields, null);
    }

    private static void rows(JsonParser json, JsonValueCodec<?> type, Row row) throws IOException {
        startArray(json);
        while (json.nextToken() != JsonToken.END_ARRAY) {
            row.take((JsonObject) type.read(json));
        }
    }

    /** Reads an array after its opening bracket. */
    static List<Object> array(JsonParser json, Reader element) throws IOException {
        startArray(json);
        List<Object> all = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            all.add(element.read(json));
        }
        return all;
    }

    private static void startArray(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw somethingElse(json);
        }
    }

    private static IOException somethingElse(JsonParser json) throws IOException {
        String name = json.currentName();
        return new IOException((name == null ? "an element" : name) + " is something else");
    }

    /** Reads any value. */
    static Object value(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> read(json, null);
            case START_ARRAY -> array(json, JsonObject::value);
            case VALUE_STRING -> json.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
            case null, default ->
                    throw new IOException("it ends in the middle, or has a null in an array");
        };
    }

    /**
     * Checks the version of the document's format.
     *
     * @throws IOException if another release wrote it
     */
    public void checkVersion() throws IOException {
        if (integer(Shape.VERSION) != Shape.SCHEMA_VERSION) {
            throw new IOException("its schemaVersion is not known");
        }
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

    public Optional<Boolean> optionalFlag(String name) throws IOException {
        return Optional.ofNullable(as(Boolean.class, name));
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

    /** The items of an array; all have one type. */
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

    /** Like {@link #items}, but empty if the array is missing. */
    public <T> List<T> optionalItems(Class<T> kind, String name) throws IOException {
        return fields.containsKey(name) ? items(kind, name) : List.of();
    }

    private <T> @Nullable T as(Class<T> kind, String name) throws IOException {
        if (shape != null && shape.type(name) == null) {
            throw new IllegalArgumentException(name + " is not declared");
        }
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
