/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

/** What costs a target something, and is therefore gated. */
public enum OperationKind {
    /** One {@code GC.class_histogram}: the target walks its heap at a safepoint. */
    HISTOGRAM("histogram"),
    /** Two histograms with a full GC between them. */
    GARBAGE("garbage"),
    /** One {@code GC.heap_dump}: the target stands still while it writes its heap. */
    HEAPDUMP("heapdump");

    private final String label;

    OperationKind(String label) {
        this.label = label;
    }

    /** The name in metrics, logs and problems. */
    public String label() {
        return label;
    }
}
