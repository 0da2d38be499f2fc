/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import io.heapsight.unit.JsonObject;

import java.io.IOException;
import java.io.StringWriter;

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
        JsonObject record = JsonObject.parse(text);
        try {
            return new DumpRecord(
                    record.text("id"),
                    record.time("takenAt"),
                    (int) record.integer("pid"),
                    record.text("target"),
                    record.integer("bytes"),
                    record.flag("live"),
                    record.flag("gzip"),
                    record.optionalText("sha256"),
                    record.text("way"));
        } catch (IllegalArgumentException e) {
            throw new IOException("not the record of a dump: " + e.getMessage(), e);
        }
    }
}
