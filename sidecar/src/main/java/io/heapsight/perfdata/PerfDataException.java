/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import org.jspecify.annotations.Nullable;

/** Thrown if bytes are not a readable hsperfdata file, with position and reason. */
public final class PerfDataException extends Exception {
    private final Kind kind;
    private final long offset;

    /** The kind, which determines whether a retry helps. */
    public enum Kind {
        /** The JVM is starting and its counters are not readable yet: retry soon. */
        STARTING,
        /** The file is not hsperfdata, or damaged. */
        MALFORMED,
        /** The file was truncated, or reused by another JVM: reopen it. */
        GONE
    }

    PerfDataException(Kind kind, long offset, String reason, @Nullable Throwable cause) {
        super(reason + " (offset " + offset + ")", cause);
        this.kind = kind;
        this.offset = offset;
    }

    static PerfDataException malformed(long offset, String reason) {
        return new PerfDataException(Kind.MALFORMED, offset, reason, null);
    }

    static PerfDataException starting(long offset, String reason) {
        return new PerfDataException(Kind.STARTING, offset, reason, null);
    }

    public Kind kind() {
        return kind;
    }

    /** The position in bytes from the start of the file. */
    public long offset() {
        return offset;
    }
}
