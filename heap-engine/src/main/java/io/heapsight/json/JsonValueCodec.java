/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

/** Writes and reads JSON values of one type, and describes them by a schema. */
public interface JsonValueCodec<V> {
    JsonValueCodec<String> TEXT = of(Schema.string(), JsonGenerator::writeString);
    JsonValueCodec<Boolean> FLAG = of(Schema.bool(), JsonGenerator::writeBoolean);
    JsonValueCodec<Number> INTEGER =
            of(Schema.integer(), (json, value) -> json.writeNumber(value.longValue()));
    JsonValueCodec<Number> NUMBER =
            of(Schema.number(), (json, value) -> json.writeNumber(value.doubleValue()));

    /** A number of things, from 0. */
    JsonValueCodec<Number> COUNT = INTEGER.as(Schema.integer().with("minimum", 0));

    JsonValueCodec<Number> BYTES = COUNT.as(COUNT.schema().with("description", "bytes"));

    /** A time in UTC, in the text form of {@link Instant}. */
    JsonValueCodec<Instant> TIME = TEXT.from(Instant::toString).as(Schema.time());

    JsonValueCodec<List<String>> TEXTS = list(TEXT);

    /** Texts by name. */
    JsonValueCodec<Map<String, String>> LABELS = map(TEXT);

    /** The address of an object: {@code 0x7f001234}. */
    JsonValueCodec<Long> ADDRESS =
            TEXT.from((Long address) -> "0x" + Long.toHexString(address))
                    .as(Schema.pattern("^0x[0-9a-f]+$"));

    void write(JsonGenerator json, V value) throws IOException;

    Schema schema();

    /** Reads the value at the parser's position, with the types of a {@link JsonObject}. */
    default Object read(JsonParser json) throws IOException {
        return JsonObject.value(json);
    }

    /** Writes a value. */
    @FunctionalInterface
    interface ValueWriter<V> {
        void write(JsonGenerator json, V value) throws IOException;
    }

    /** Passes the elements of an array on, one by one. */
    @FunctionalInterface
    interface Elements<V, E> {
        void handTo(V from, Element<E> element) throws IOException;
    }

    /** Receives an element. */
    @FunctionalInterface
    interface Element<E> {
        void take(E element) throws IOException;
    }

    static <V> JsonValueCodec<V> of(Schema schema, ValueWriter<V> writer) {
        return new Simple<>(schema, writer, JsonObject::value);
    }

    /** This type with another schema. */
    default JsonValueCodec<V> as(Schema schema) {
        return new Simple<>(schema, this::write, this::read);
    }

    /** This type for values that are converted before writing; reading doesn't convert back. */
    default <W> JsonValueCodec<W> from(Function<? super W, ? extends V> value) {
        return new Simple<>(schema(), (json, from) -> write(json, value.apply(from)), this::read);
    }

    /** One of the values, by its name in documents. */
    static <E> JsonValueCodec<E> choice(E[] values, Function<E, String> label) {
        List<String> labels = Arrays.stream(values).map(label).toList();
        return TEXT.from(label).as(Schema.string().with("enum", labels));
    }

    /** One of an enum's values: {@code thread-local}. */
    static <E extends Enum<E>> JsonValueCodec<E> choice(E[] values) {
        return choice(values, each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    static <E> JsonValueCodec<List<E>> list(JsonValueCodec<E> type) {
        return elements(
                type,
                (all, element) -> {
                    for (E each : all) {
                        element.take(each);
                    }
                });
    }

    /** A number; null means NaN or infinity. */
    static JsonValueCodec<Double> numberOrNull() {
        return new NumberOrNull(NUMBER.schema().orNull());
    }

    /** An array with elements that need not be in memory together. */
    static <V, E> JsonValueCodec<V> elements(JsonValueCodec<E> type, Elements<V, E> elements) {
        return new Array<>(type, elements);
    }

    /** An object with any names. */
    static <E> JsonValueCodec<Map<String, E>> map(JsonValueCodec<E> type) {
        return new Simple<>(
                Schema.map(type.schema()),
                (json, all) -> {
                    json.writeStartObject();
                    for (Map.Entry<String, E> each : all.entrySet()) {
                        json.writeFieldName(each.getKey());
                        type.write(json, each.getValue());
                    }
                    json.writeEndObject();
                },
                json -> JsonObject.map(json, type::read));
    }

    /**
     * A recursive type.
     *
     * @param component its name among the schemas of the OpenAPI document
     */
    static <V> JsonValueCodec<V> reference(String component, Supplier<JsonValueCodec<V>> type) {
        return new Simple<>(
                Schema.reference(component),
                (json, value) -> type.get().write(json, value),
                json -> type.get().read(json));
    }

    /** Empty for an empty text. */
    static Optional<String> text(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    static Optional<Number> number(OptionalLong number) {
        return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
    }

    /** Empty for NaN and infinity, which JSON can't represent. */
    static Optional<Number> number(OptionalDouble number) {
        return number.isPresent() ? number(number.getAsDouble()) : Optional.empty();
    }

    static Optional<Number> number(double number) {
        return Double.isFinite(number) ? Optional.of(number) : Optional.empty();
    }

    /** A type that consists of a schema, a writer and a reader. */
    record Simple<V>(Schema schema, ValueWriter<V> writer, JsonObject.Reader reader)
            implements JsonValueCodec<V> {
        @Override
        public void write(JsonGenerator json, V value) throws IOException {
            writer.write(json, value);
        }

        @Override
        public Object read(JsonParser json) throws IOException {
            return reader.read(json);
        }
    }

    /** An array of elements of one type. */
    record Array<V, E>(JsonValueCodec<E> type, Elements<V, E> elements)
            implements JsonValueCodec<V> {
        @Override
        public void write(JsonGenerator json, V value) throws IOException {
            json.writeStartArray();
            elements.handTo(value, each -> type.write(json, each));
            json.writeEndArray();
        }

        @Override
        public Schema schema() {
            return Schema.array(type.schema());
        }

        @Override
        public Object read(JsonParser json) throws IOException {
            return JsonObject.array(json, type::read);
        }
    }
}
