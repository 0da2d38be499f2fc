/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

/** Operations with a cost for a target, which therefore pass the gate. */
public enum OperationKind {
    /** One {@code GC.class_histogram}: the target walks its heap at a safepoint. */
    HISTOGRAM("histogram"),
    /** Two histograms with a full GC between them. */
    GARBAGE("garbage"),
    /** One profile: the target samples itself for the requested time. */
    PROFILE("profile"),
    /** One {@code GC.heap_dump}: the target is stopped while it writes its heap. */
    HEAPDUMP("heapdump"),
    /** One {@code Thread.print}: the target walks the stacks of its threads at a safepoint. */
    THREADS("threads", "thread dump"),
    /** One Flight Recorder recording, for its whole duration. */
    RECORDING("recording"),
    /** An upload of stored data; costs the target nothing, and bypasses the gate. */
    UPLOAD("upload");

    private final String label;
    private final String noun;

    OperationKind(String label) {
        this(label, label);
    }

    OperationKind(String label, String noun) {
        this.label = label;
        this.noun = noun;
    }

    /** Returns the name in metrics and logs. */
    public String label() {
        return label;
    }

    /** Returns the noun for one operation in problems. */
    String noun() {
        return noun;
    }
}
