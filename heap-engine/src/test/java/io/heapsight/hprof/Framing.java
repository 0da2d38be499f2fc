/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/** The way in which a {@link DumpBuilder} wraps heap records in outer records. */
public enum Framing {
    /** One HEAP_DUMP record, as in version 1.0.1. */
    WHOLE(false, false),
    /** One HEAP_DUMP record with length 0: it extends to the end of the file. */
    WHOLE_RUNNING_ON(false, true),
    /** Segments and HEAP_DUMP_END, as in version 1.0.2. */
    SEGMENTS(true, false),
    /** Segments with length 0: each extends to the next one. */
    SEGMENTS_RUNNING_ON(true, true);

    private final boolean segmented;
    private final boolean runningOn;

    Framing(boolean segmented, boolean runningOn) {
        this.segmented = segmented;
        this.runningOn = runningOn;
    }

    boolean isSegmented() {
        return segmented;
    }

    boolean isRunningOn() {
        return runningOn;
    }
}
