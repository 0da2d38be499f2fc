/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

/**
 * Thrown if a heap dump can't be analyzed or a query has no answer, with a {@link #reason} that
 * code can handle. For errors of the file system, methods throw {@link java.io.IOException}.
 *
 * <pre>{@code
 * try {
 *     dump.object(address);
 * } catch (HeapDumpException e) {
 *     if (e.reason() != HeapDumpException.Reason.NOT_FOUND) {
 *         throw e;
 *     }
 * }
 * }</pre>
 *
 * <p>The message says what happened, with the values. It is for display, and changes between
 * versions.
 */
public final class HeapDumpException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The reasons, for code that handles the exception. */
    public enum Reason {
        /**
         * The file is not a heap dump in the HPROF format, or is damaged before its first object.
         * The message says where. A dump that is cut later is read up to there.
         */
        NOT_A_HEAP_DUMP,
        /** The dump has no such object, or no class of that name. */
        NOT_FOUND,
        /** The query has a syntax error. The message says at which column. */
        BAD_QUERY,
        /**
         * The memory or the work directory is too small, or the index cannot be written or read.
         * The message says what is needed.
         */
        NO_ROOM,
        /** The query took longer than {@link DumpOptions#withQueryTimeout} allows. */
        TIMED_OUT
    }

    private final Reason reason;

    HeapDumpException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    HeapDumpException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Returns the reason, for code that handles the exception. */
    public Reason reason() {
        return reason;
    }
}
