/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;

/** The reason for a high collection cost, by other figures of the samples. */
enum GcOverheadCause {
    MEMORY_HIGH(
            "the kernel throttles the container at memory.high, which lengthens each pause with"
                    + " any collector: see memory-limit."),
    THROTTLED("the container is throttled, which lengthens each pause: see cpu-limit."),
    CPU_PRESSURE(
            "tasks of the container wait for a CPU, which lengthens each pause: other programs on"
                    + " the machine use the CPUs, or there are too few."),
    MEMORY_PRESSURE(
            "tasks of the container wait for memory, which lengthens each pause: see"
                    + " memory-limit."),
    SWAPPED(
            "part of the container's memory is swapped out, and each collection reads it back: see memory-limit."),
    SMALL_HEAP("the heap is small for its live set: see heap-size."),
    OLD_COLLECTIONS(
            "collections of the old generation are frequent although the heap has free space:"
                    + " search its GC log (-Xlog:gc) for calls of System.gc()."),
    ALLOCATION(
            "young collections are frequent because the target allocates fast: GET"
                    + " /histogram/diff and an allocation profile show what it allocates.");

    private static final double MUCH = 0.05;
    private static final double MUCH_WAITING = 0.2;
    private static final double LITTLE_FREE = 2.5;

    /** Collections per second above which they are frequent. */
    private static final double OFTEN_PER_SECOND = 0.1;

    private final String sentence;

    GcOverheadCause(String sentence) {
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }

    /** Returns whether another collector may have shorter pauses. */
    boolean isOfCollector() {
        return this == ALLOCATION || this == OLD_COLLECTIONS || this == SMALL_HEAP;
    }

    static GcOverheadCause of(ObservedMemory past) {
        TargetObservation seen = past.seen();
        if (MemoryThrottling.of(seen).isPresent()) {
            return MEMORY_HIGH;
        }
        double seconds = Math.max(1, seen.span().toSeconds());
        if (CpuThrottling.of(seen).ratio() > MUCH) {
            return THROTTLED;
        }
        double starved = seen.series(SampleField.CONTAINER_CPU_SOME_PRESSURE_SECONDS).increase();
        if (starved / seconds > MUCH_WAITING) {
            return CPU_PRESSURE;
        }
        double waited = seen.series(SampleField.CONTAINER_MEMORY_SOME_PRESSURE_SECONDS).increase();
        if (waited / seconds > MUCH) {
            return MEMORY_PRESSURE;
        }
        if (seen.series(SampleField.CONTAINER_MEMORY_SWAP_BYTES).max() > MUCH * past.peakBytes()) {
            return SWAPPED;
        }
        boolean isSmall =
                past.live().readings() > 0
                        && past.now().heapMaxBytes() < LITTLE_FREE * past.live().maxBytes();
        if (isSmall) {
            return SMALL_HEAP;
        }
        boolean old = past.live().readings() / seconds > OFTEN_PER_SECOND;
        return old ? OLD_COLLECTIONS : ALLOCATION;
    }
}
