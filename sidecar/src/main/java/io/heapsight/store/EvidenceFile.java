/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.nio.file.Path;

/**
 * A file that is to be stored.
 *
 * @param path where it is now
 * @param name what it is called in the store
 * @param form what is done to it on the way
 */
public record EvidenceFile(Path path, String name, Form form) {
    /** What is done to a file on the way. */
    public enum Form {
        /** Nothing: it is small, or compressed already. */
        AS_IS("as-is"),
        GZIP("gzip"),
        /** A heap dump loses its data, and is compressed. */
        REDACTED("redacted"),
        /** A recording loses what may hold secrets, and is compressed. */
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

    /** The same, where nothing is to be left out of it. */
    EvidenceFile unredacted() {
        return switch (form) {
            case AS_IS, GZIP -> this;
            case REDACTED, SCRUBBED -> new EvidenceFile(path, name, Form.GZIP);
        };
    }

    /** How a browser is told what it is. */
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
