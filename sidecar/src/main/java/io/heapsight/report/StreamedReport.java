/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;

/** A report with a text that may be long, written in pieces. */
public interface StreamedReport extends Report {
    @Override
    void writeText(Writer out) throws IOException;

    @Override
    default String text() {
        StringWriter out = new StringWriter();
        try {
            writeText(out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing lines into memory", e);
        }
        return out.toString();
    }
}
