/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.report.Report;
import io.heapsight.report.section.TerminalEscapingWriter;
import io.heapsight.unit.Labelled;
import java.io.IOException;
import java.io.Writer;

/** The formats of a document; most documents have no page. */
public enum ReplyFormat implements Labelled {
    TEXT("text/plain", "text/plain; charset=utf-8"),
    JSON("application/json", "application/json"),
    HTML("text/html", "text/html; charset=utf-8"),
    MARKDOWN("text/markdown", "text/markdown; charset=utf-8"),
    CSV("text/csv", "text/csv; charset=utf-8");

    private final String mediaType;
    private final String contentType;

    ReplyFormat(String mediaType, String contentType) {
        this.mediaType = mediaType;
        this.contentType = contentType;
    }

    /** The media type without parameters. */
    public String mediaType() {
        return mediaType;
    }

    /** The header's value. */
    public String contentType() {
        return contentType;
    }

    /** Writes a report in this format, or as text if the report doesn't support it. */
    public void write(Report report, Writer out) throws IOException {
        if (this == JSON) {
            report.writeJson(out);
        } else {
            report.writeText(new TerminalEscapingWriter(out));
        }
    }
}
