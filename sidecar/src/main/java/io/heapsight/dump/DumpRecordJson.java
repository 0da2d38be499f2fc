/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A dump's record as the store keeps it: one flat JSON object. */
final class DumpRecordJson {
    private static final JsonFactory FORMAT = new JsonFactory();

    private DumpRecordJson() {}

    static String write(DumpRecord dump) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = FORMAT.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("id", dump.id());
            json.writeStringField("takenAt", dump.takenAt().toString());
            json.writeNumberField("pid", dump.pid());
            json.writeStringField("target", dump.target());
            json.writeNumberField("bytes", dump.bytes());
            json.writeBooleanField("live", dump.live());
            json.writeBooleanField("gzip", dump.gzip());
            json.writeStringField("sha256", dump.sha256().orElse(null));
            json.writeStringField("way", dump.way());
            json.writeEndObject();
        }
        return out.append('\n').toString();
    }

    /**
     * Reads a record back.
     *
     * @throws IOException when it is none
     */
    static DumpRecord read(String text) throws IOException {
        Map<String, String> fields = fields(text);
        try {
            return new DumpRecord(
                    required(fields, "id"),
                    Instant.parse(required(fields, "takenAt")),
                    Integer.parseInt(required(fields, "pid")),
                    required(fields, "target"),
                    Long.parseLong(required(fields, "bytes")),
                    Boolean.parseBoolean(required(fields, "live")),
                    Boolean.parseBoolean(required(fields, "gzip")),
                    Optional.ofNullable(fields.get("sha256")),
                    required(fields, "way"));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IOException("not the record of a dump: " + e.getMessage(), e);
        }
    }

    private static Map<String, String> fields(String text) throws IOException {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser json = FORMAT.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a JSON object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (!value.isScalarValue()) {
                    throw new IOException(name + " is no plain value");
                }
                if (value != JsonToken.VALUE_NULL) {
                    fields.put(name, json.getText());
                }
            }
        }
        return fields;
    }

    private static String required(Map<String, String> fields, String name) throws IOException {
        String value = fields.get(name);
        if (value == null) {
            throw new IOException("the record lacks " + name);
        }
        return value;
    }
}
