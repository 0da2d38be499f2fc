/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Declares the fields of a JSON object in their order: name, type and source of the value.
 *
 * <pre>
 * static final Shape&lt;Total&gt; TOTAL =
 *         Shape.&lt;Total&gt;of().field("objects", COUNT, Total::objects).field("bytes", BYTES, Total::bytes);
 * </pre>
 */
public final class Shape<V> implements JsonValueCodec<V> {
    /** The version of the format of every document. */
    public static final int SCHEMA_VERSION = 1;

    static final String VERSION = "schemaVersion";
    private static final JsonFactory FORMAT =
            new JsonFactoryBuilder()
                    .characterEscapes(new TerminalSafeEscapes())
                    .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                    .build();

    /**
     * One field.
     *
     * @param always whether the field is always present, perhaps as null
     */
    private record Field<V>(
            String name,
            JsonValueCodec<?> type,
            boolean always,
            boolean nullable,
            ValueWriter<V> writer) {
        Schema schema() {
            return nullable ? type.schema().orNull() : type.schema();
        }
    }

    private final Map<String, Field<V>> fields;

    private Shape(Map<String, Field<V>> fields) {
        this.fields = fields;
    }

    /** A shape without fields. */
    public static <V> Shape<V> of() {
        return new Shape<>(Map.of());
    }

    /** This shape plus a field that is always present. */
    public <F> Shape<V> field(
            String name, JsonValueCodec<F> type, Function<? super V, ? extends F> value) {
        return with(
                new Field<>(
                        name,
                        type,
                        true,
                        false,
                        (json, from) -> write(json, name, type, value.apply(from))));
    }

    /** Returns this shape plus a field that is null if it has no value. */
    public <F> Shape<V> nullable(
            String name,
            JsonValueCodec<F> type,
            Function<? super V, ? extends Optional<? extends F>> value) {
        return withOptional(name, type, true, value);
    }

    /** Returns this shape plus a field that is omitted if it has no value. */
    public <F> Shape<V> optional(
            String name,
            JsonValueCodec<F> type,
            Function<? super V, ? extends Optional<? extends F>> value) {
        return withOptional(name, type, false, value);
    }

    private <F> Shape<V> withOptional(
            String name,
            JsonValueCodec<F> type,
            boolean orNull,
            Function<? super V, ? extends Optional<? extends F>> value) {
        return with(
                new Field<>(
                        name,
                        type,
                        orNull,
                        orNull,
                        (json, from) -> {
                            Optional<? extends F> given = value.apply(from);
                            if (given.isPresent()) {
                                write(json, name, type, given.get());
                            } else if (orNull) {
                                json.writeNullField(name);
                            }
                        }));
    }

    /** This shape plus the fields of a part of the value. */
    public <P> Shape<V> and(Shape<P> part, Function<? super V, ? extends P> value) {
        Shape<V> all = this;
        for (Field<P> each : part.fields.values()) {
            all =
                    all.with(
                            new Field<>(
                                    each.name,
                                    each.type,
                                    each.always,
                                    each.nullable,
                                    (json, from) -> each.writer.write(json, value.apply(from))));
        }
        return all;
    }

    /** Returns a shape with some of these fields, for a reader that skips the others. */
    public Shape<V> only(String... names) {
        Map<String, Field<V>> some = new LinkedHashMap<>(fields);
        some.keySet().retainAll(Arrays.asList(names));
        if (some.size() < names.length) {
            throw new IllegalArgumentException(
                    Arrays.toString(names) + " are not all of " + fields.keySet());
        }
        return new Shape<>(some);
    }

    private Shape<V> with(Field<V> field) {
        Map<String, Field<V>> more = new LinkedHashMap<>(fields);
        if (more.put(field.name, field) != null) {
            throw new IllegalArgumentException(field.name + " is declared twice");
        }
        return new Shape<>(more);
    }

    private static <F> void write(JsonGenerator json, String name, JsonValueCodec<F> type, F value)
            throws IOException {
        json.writeFieldName(name);
        type.write(json, value);
    }

    @Override
    public void write(JsonGenerator json, V value) throws IOException {
        json.writeStartObject();
        writeFields(json, value);
        json.writeEndObject();
    }

    /** Writes the fields into an open object. */
    public void writeFields(JsonGenerator json, V value) throws IOException {
        for (Field<V> field : fields.values()) {
            field.writer.write(json, value);
        }
    }

    /**
     * Writes a document: the format's version, these fields and a line feed; {@code out} stays
     * open.
     */
    public void writeDocument(Writer out, V value) throws IOException {
        try (JsonGenerator json = FORMAT.createGenerator(out)) {
            json.writeStartObject();
            json.writeNumberField(VERSION, SCHEMA_VERSION);
            writeFields(json, value);
            json.writeEndObject();
        }
        out.write('\n');
        out.flush();
    }

    /** The document as text. */
    public String documentText(V value) {
        StringWriter out = new StringWriter();
        try {
            writeDocument(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException("writing JSON into memory", e);
        }
        return out.toString();
    }

    /** The object as text, ended by a line feed. */
    public String text(V value) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = FORMAT.createGenerator(out)) {
            write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException("writing JSON into memory", e);
        }
        return out.append('\n').toString();
    }

    @Override
    public Schema schema() {
        return schema(new LinkedHashMap<>());
    }

    /** The schema of a document: these fields and the format's version. */
    public Schema document() {
        return schema(new LinkedHashMap<>(Map.of(VERSION, Schema.constant(SCHEMA_VERSION))));
    }

    private Schema schema(Map<String, Schema> properties) {
        List<String> required = new ArrayList<>(properties.keySet());
        for (Field<V> field : fields.values()) {
            properties.put(field.name, field.schema());
            if (field.always) {
                required.add(field.name);
            }
        }
        return Schema.object(properties, required);
    }

    /** Reads an object; fields that are not declared are skipped. */
    @Override
    public JsonObject read(JsonParser json) throws IOException {
        return JsonObject.read(json, this);
    }

    /** The type of a field; null for one that is not declared. */
    @Nullable JsonValueCodec<?> type(String name) {
        Field<V> field = fields.get(name);
        return field != null ? field.type : name.equals(VERSION) ? INTEGER : null;
    }
}
