/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.zstd;

/** Bytes that are no zstd data, or data that is corrupt: where, and why. */
public final class ZstdFormatException extends RuntimeException {
    private final long offset;
    private final String reason;

    ZstdFormatException(long offset, String reason) {
        super(reason);
        this.offset = offset;
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }

    /** In bytes from the start of the compressed file: that of the block, or of the frame. */
    public long offset() {
        return offset;
    }
}
