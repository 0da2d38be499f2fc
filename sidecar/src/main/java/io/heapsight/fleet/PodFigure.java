/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import java.util.Locale;

/** A figure of a pod, independent of the metrics that contain it. */
public enum PodFigure {
    /** Start of the process, in seconds since the Unix epoch. */
    START_SECONDS(false),
    CPU_SECONDS(true),
    HEAP_USED_BYTES(false),
    HEAP_COMMITTED_BYTES(false),
    HEAP_MAX_BYTES(false),
    /** Committed heap in shared memory, as with ZGC. The kernel counts it as file pages. */
    SHARED_HEAP_BYTES(false),
    /** Heap in use after the last collection; without young objects. */
    HEAP_AFTER_GC_BYTES(false),
    /** Bytes allocated on the heap. */
    ALLOCATED_BYTES(true),
    /** Time in stop-the-world collections. */
    GC_PAUSE_SECONDS(true),
    /** Stop-the-world collections except full ones. */
    GC_PAUSES(true),
    /** Full collections. */
    FULL_GCS(true),
    FULL_GC_SECONDS(true),
    /** Cycles of a collector that run while the program runs. */
    CONCURRENT_CYCLES(true),
    CONCURRENT_SECONDS(true),
    /** The longest pause of the last minutes. */
    GC_LONGEST_PAUSE_SECONDS(false),
    /** CPU time of the collector's threads. */
    GC_CPU_SECONDS(true),
    METASPACE_USED_BYTES(false),
    METASPACE_COMMITTED_BYTES(false),
    CLASS_SPACE_USED_BYTES(false),
    CLASSES_LOADED(false),
    THREADS(false),
    DIRECT_BUFFER_BYTES(false),
    RESIDENT_BYTES(false),
    /** Anonymous memory of the container, which the kernel can't reclaim. */
    ANON_BYTES(false),
    /** Kernel memory charged to the container. */
    KERNEL_BYTES(false),
    /** File pages that the container has mapped. */
    MAPPED_FILE_BYTES(false),
    IO_WRITE_BYTES(true),
    /** Memory of the container, without page cache that is inactive. */
    WORKING_SET_BYTES(false),
    /** Memory of the container, page cache included. */
    CONTAINER_USAGE_BYTES(false),
    MEMORY_LIMIT_BYTES(false),
    MEMORY_REQUEST_BYTES(false),
    CPU_LIMIT_CORES(false),
    CPU_REQUEST_CORES(false),
    CPU_PERIODS(true),
    THROTTLED_PERIODS(true),
    THROTTLED_SECONDS(true),
    /** Restarts of the container since the pod exists. */
    RESTARTS(true),
    /** 1 if the container's last end was an OOM kill. */
    OOM_KILLED(false),
    /** 1 if an OOM kill ended the container, which does not run again. */
    ENDED_BY_OOM_KILL(false),
    /** Kills by the OOM killer in the container's control group. */
    OOM_KILLS(true);

    private final boolean counter;

    PodFigure(boolean counter) {
        this.counter = counter;
    }

    /** Returns whether it only grows until the process restarts. */
    public boolean isCounter() {
        return counter;
    }

    /** Returns the name in notes: {@code heap used bytes}. */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
