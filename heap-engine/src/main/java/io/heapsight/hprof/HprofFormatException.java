/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/** Says that bytes are not a heap dump, or can't be read any further: where, and why. */
public final class HprofFormatException extends RuntimeException {
    private final long offset;
    private final String reason;

    public HprofFormatException(long offset, String reason) {
        super(reason + " (offset " + offset + ")");
        this.offset = offset;
        this.reason = reason;
    }

    /**
     * In bytes from the start of the dump; of the inflated dump where the file is compressed,
     * unless the compressed data itself is malformed.
     */
    public long offset() {
        return offset;
    }

    public String reason() {
        return reason;
    }
}
