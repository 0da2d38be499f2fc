/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;

/** A document that users read as text and programs as JSON, over HTTP and on the command line. */
public interface Report {
    /** Lines for a terminal, each ended by a line feed. */
    String text();

    /** Writes the lines; {@code out} stays open. Long documents write piece by piece. */
    default void writeText(Writer out) throws IOException {
        out.write(text());
    }

    /** Writes the JSON document, ended by a line feed; {@code out} stays open. */
    void writeJson(Writer out) throws IOException;

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
