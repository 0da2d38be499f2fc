/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import java.util.Locale;

/** The forms of a document; most have no page. */
public enum Format {
    TEXT("text/plain", "text/plain; charset=utf-8"),
    JSON("application/json", "application/json"),
    HTML("text/html", "text/html; charset=utf-8"),
    MARKDOWN("text/markdown", "text/markdown; charset=utf-8"),
    CSV("text/csv", "text/csv; charset=utf-8");

    private final String mediaType;
    private final String contentType;

    Format(String mediaType, String contentType) {
        this.mediaType = mediaType;
        this.contentType = contentType;
    }

    /** Without parameters. */
    public String mediaType() {
        return mediaType;
    }

    /** The header's value. */
    public String contentType() {
        return contentType;
    }

    /** As in {@code ?format=json}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
