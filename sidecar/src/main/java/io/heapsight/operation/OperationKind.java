/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import io.heapsight.unit.Labelled;

/** The kinds of operations on a target. Those with a cost for the target pass the gate. */
public enum OperationKind implements Labelled {
    /** One {@code GC.class_histogram}: the target walks its heap at a safepoint. */
    HISTOGRAM,
    /** Two histograms with a full GC between them. */
    GARBAGE,
    /** One profile: the target samples itself for the requested time. */
    PROFILE,
    /** One {@code GC.heap_dump}: the target is stopped while it writes its heap. */
    HEAPDUMP,
    /** One {@code Thread.print}: the target walks the stacks of its threads at a safepoint. */
    THREADS,
    /** One Flight Recorder recording, for its whole duration. */
    RECORDING,
    /** One {@code System.trim_native_heap}: glibc walks its arenas, and allocations wait. */
    TRIM,
    /** One {@code VM.classloader_stats}: the target counts its classes at a safepoint. */
    LOADERS,
    /** A GC log for some time; costs the target next to nothing, and bypasses the gate. */
    GCLOG,
    /** An upload of stored data; costs the target nothing, and bypasses the gate. */
    UPLOAD;

    /** Returns the noun for one operation in problems. */
    String noun() {
        return switch (this) {
            case THREADS -> "thread dump";
            case LOADERS -> "count of class loaders";
            case GCLOG -> "GC log";
            default -> label();
        };
    }
}
