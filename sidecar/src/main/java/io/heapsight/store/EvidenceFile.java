/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.nio.file.Path;

/**
 * A file to upload.
 *
 * @param path the local file
 * @param name in the store
 * @param form how it is transformed
 */
public record EvidenceFile(Path path, String name, Form form) {
    /** The transformation of a file during the upload. */
    public enum Form {
        /** None: the file is small, or compressed already. */
        AS_IS("as-is"),
        GZIP("gzip"),
        /** Removes the data of a heap dump, and compresses it. */
        REDACTED("redacted"),
        /** Removes events that may contain secrets from a recording, and compresses it. */
        SCRUBBED("scrubbed");

        private final String label;

        Form(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        static Form of(String label) {
            for (Form form : values()) {
                if (form.label.equals(label)) {
                    return form;
                }
            }
            throw new IllegalArgumentException("unknown: " + label);
        }
    }

    /** Returns the same file without redaction. */
    EvidenceFile unredacted() {
        return switch (form) {
            case AS_IS, GZIP -> this;
            case REDACTED, SCRUBBED -> new EvidenceFile(path, name, Form.GZIP);
        };
    }

    /** The media type. */
    String mediaType() {
        String end = name.substring(name.lastIndexOf('.') + 1);
        return switch (end) {
            case "json" -> "application/json";
            case "html" -> "text/html; charset=utf-8";
            case "txt" -> "text/plain; charset=utf-8";
            case "gz" -> "application/gzip";
            default -> "application/octet-stream";
        };
    }
}
