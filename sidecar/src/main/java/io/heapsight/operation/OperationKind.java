/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

/** What costs a target something, and is therefore gated. */
public enum OperationKind {
    /** One {@code GC.class_histogram}: the target walks its heap at a safepoint. */
    HISTOGRAM("histogram"),
    /** Two histograms with a full GC between them. */
    GARBAGE("garbage"),
    /** One profile: the target samples itself, for as long as was asked. */
    PROFILE("profile"),
    /** One {@code GC.heap_dump}: the target stands still while it writes its heap. */
    HEAPDUMP("heapdump"),
    /** One {@code Thread.print}: the target walks the stacks of its threads at a safepoint. */
    THREADS("threads", "thread dump"),
    /** One Flight Recorder recording, for as long as it takes. */
    RECORDING("recording"),
    /** What is kept of a target is stored elsewhere; costs the target nothing, and has no gate. */
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

    /** The name in metrics and logs. */
    public String label() {
        return label;
    }

    /** What one of them is called in problems. */
    String noun() {
        return noun;
    }
}
