/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/** Thrown if bytes are not a heap dump, or contradict the format; with offset and reason. */
public final class HprofFormatException extends RuntimeException {
    private final long offset;
    private final String reason;

    public HprofFormatException(long offset, String reason) {
        super(reason + " (offset " + offset + ")");
        this.offset = offset;
        this.reason = reason;
    }

    /**
     * Bytes from the start of the dump, after inflation; if the compressed data is malformed, from
     * the start of the compressed file.
     */
    public long offset() {
        return offset;
    }

    public String reason() {
        return reason;
    }
}
