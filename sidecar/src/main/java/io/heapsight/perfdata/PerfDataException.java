/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import org.jspecify.annotations.Nullable;

/** Says that bytes are not a readable hsperfdata file: where, and why. */
public final class PerfDataException extends Exception {
    private final Kind kind;
    private final long offset;

    /** Whether trying again helps. */
    public enum Kind {
        /** The JVM is starting and has not made its counters readable yet: try again soon. */
        STARTING,
        /** The file is not hsperfdata, or damaged. */
        MALFORMED,
        /** The file was cut short, or taken over by another JVM: open it anew. */
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

    /** In bytes from the start of the file. */
    public long offset() {
        return offset;
    }
}
