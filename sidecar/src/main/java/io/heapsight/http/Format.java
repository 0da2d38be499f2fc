/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import java.util.Locale;

/** The forms of a document; most have no page. */
enum Format {
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
    String mediaType() {
        return mediaType;
    }

    /** The header's value. */
    String contentType() {
        return contentType;
    }

    /** As in {@code ?format=json}. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
