/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;

/** A document that users read as text and programs as JSON, over HTTP and on the command line. */
public interface Report {
    /** The version of every JSON document's shape. */
    int SCHEMA_VERSION = 1;

    /** Lines for a terminal, each ended by a line feed. */
    String text();

    /** Writes the lines; {@code out} stays open. Long documents write piece by piece. */
    default void writeText(Writer out) throws IOException {
        out.write(text());
    }

    /** Writes the fields of the JSON document into an object that is open; no schema version. */
    void writeFields(JsonGenerator json) throws IOException;

    /** Writes the JSON document, ended by a line feed; {@code out} stays open. */
    default void writeJson(Writer out) throws IOException {
        JsonFactory format =
                JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
        try (JsonGenerator json = format.createGenerator(out)) {
            json.writeStartObject();
            json.writeNumberField("schemaVersion", SCHEMA_VERSION);
            writeFields(json);
            json.writeEndObject();
        }
        out.write('\n');
        out.flush();
    }

    /** The JSON document, ended by a line feed. */
    default String json() {
        StringWriter out = new StringWriter();
        try {
            writeJson(out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing JSON into memory", e);
        }
        return out.toString();
    }
}
