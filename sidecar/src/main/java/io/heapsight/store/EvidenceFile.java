/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.Labelled;
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
    public enum Form implements Labelled {
        /** None: the file is small, or compressed already. */
        AS_IS,
        GZIP,
        /** Removes the data of a heap dump, and compresses it. */
        REDACTED,
        /** Removes events that may contain secrets from a recording, and compresses it. */
        SCRUBBED;

        static Form of(String label) {
            return Labelled.find(values(), label)
                    .orElseThrow(() -> new IllegalArgumentException("unknown: " + label));
        }
    }

    /** Returns the same file without redaction. */
    EvidenceFile unredacted() {
        return switch (form) {
            case AS_IS, GZIP -> this;
            case REDACTED, SCRUBBED -> new EvidenceFile(path, name, Form.GZIP);
        };
    }

    /** Returns the media type. */
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
