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
     * Returns the offset in bytes in the inflated dump or, if the compressed data is malformed, in
     * the compressed file.
     */
    public long offset() {
        return offset;
    }

    public String reason() {
        return reason;
    }
}
