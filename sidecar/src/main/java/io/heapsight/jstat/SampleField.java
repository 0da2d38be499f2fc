/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.safepoint.GcPauses;
import io.heapsight.safepoint.Safepoints;

/**
 * A field of a sample that exists for every collector; NaN if the target doesn't provide it. Memory
 * pools and garbage collectors, whose number varies, are stored separately.
 */
public enum SampleField {
    HEAP_USED_BYTES,
    HEAP_COMMITTED_BYTES,
    HEAP_MAX_BYTES,
    NONHEAP_USED_BYTES,
    NONHEAP_COMMITTED_BYTES,
    NONHEAP_MAX_BYTES,
    SURVIVOR_0_PERCENT,
    SURVIVOR_1_PERCENT,
    EDEN_PERCENT,
    OLD_PERCENT,
    METASPACE_PERCENT,
    CLASS_SPACE_PERCENT,
    METASPACE_MIN_CAPACITY_BYTES,
    METASPACE_MAX_CAPACITY_BYTES,
    METASPACE_CAPACITY_BYTES,
    CLASS_SPACE_MIN_CAPACITY_BYTES,
    CLASS_SPACE_MAX_CAPACITY_BYTES,
    CLASS_SPACE_CAPACITY_BYTES,
    /** Time in stop-the-world collections, summed over collectors. */
    GC_PAUSE_SECONDS,
    /** Share of the wall-clock time since the previous sample in stop-the-world collections. */
    GC_OVERHEAD_RATIO,
    /**
     * The longest stop-the-world collection since the previous sample; 0 without one. For merged
     * pauses ({@link GcPauses.Merged}), the mean.
     */
    GC_LONGEST_PAUSE_SECONDS,
    /**
     * CPU time of the collector's threads and of the VM thread since the JVM's start ({@link
     * io.heapsight.threadcpu.VmThreadCpuSeconds#gcSeconds}).
     */
    GC_CPU_SECONDS,
    /** CPU time of the JIT compiler's threads since the JVM's start. */
    COMPILER_CPU_SECONDS,
    /**
     * Use of the old generation, or of a heap without generations, after its collection; only in
     * the first sample after that.
     */
    OLD_AFTER_GC_BYTES,
    /**
     * Use of the old generation (of the heap, if there is none) after the last collection of any
     * kind, as a share of its maximum.
     */
    OLD_AFTER_ANY_GC_RATIO,
    ALLOCATED_BYTES,
    PROMOTED_BYTES,
    /** The possible error of {@link #ALLOCATED_BYTES} from estimated parts. */
    ALLOCATION_ERROR_BYTES,
    /**
     * The possible error of {@link #ALLOCATED_BYTES} from values that only the next collection
     * shows.
     */
    ALLOCATION_UNSEEN_BYTES,
    /** Time in safepoints, collections and the time to reach them included. */
    SAFEPOINT_SECONDS,
    SAFEPOINT_SYNC_SECONDS,
    /**
     * The longest safepoint since the previous sample, except collections, or the longest time to
     * reach a safepoint; 0 without a safepoint. For merged safepoints ({@link Safepoints#merged}),
     * the mean.
     */
    SAFEPOINT_LONGEST_SECONDS,
    CLASSES_LOADED,
    CLASSES_UNLOADED,
    THREADS,
    THREADS_DAEMON,
    THREADS_PEAK,
    THREADS_STARTED,
    COMPILATION_SECONDS,
    CPU_SECONDS,
    RESIDENT_BYTES,
    /**
     * Resident bytes of the heap; only in the first sample after a reading, a few times a minute.
     */
    HEAP_RESIDENT_BYTES,
    PROCESS_THREADS,
    OPEN_FDS,
    IO_WRITE_BYTES,
    IO_WRITE_SYSCALLS,
    CONTAINER_MEMORY_LIMIT_BYTES,
    CONTAINER_MEMORY_SOFT_LIMIT_BYTES,
    /** {@code memory.high}, above which the kernel throttles the container. */
    CONTAINER_MEMORY_HIGH_BYTES,
    CONTAINER_MEMORY_MIN_BYTES,
    CONTAINER_MEMORY_SWAP_LIMIT_BYTES,
    CONTAINER_MEMORY_USAGE_BYTES,
    CONTAINER_MEMORY_WORKING_SET_BYTES,
    CONTAINER_MEMORY_ANON_BYTES,
    CONTAINER_MEMORY_FILE_BYTES,
    /**
     * The part of {@link #CONTAINER_MEMORY_FILE_BYTES} that can't be reclaimed: ZGC's heap, a
     * tmpfs.
     */
    CONTAINER_MEMORY_SHMEM_BYTES,
    CONTAINER_MEMORY_KERNEL_BYTES,
    CONTAINER_MEMORY_SOCKET_BYTES,
    /** Pages that are being moved to or from swap: included in the usage, but in no other part. */
    CONTAINER_MEMORY_SWAP_CACHED_BYTES,
    CONTAINER_MEMORY_SWAP_BYTES,
    /** The part of {@link #CONTAINER_MEMORY_SWAP_BYTES} that zswap holds in memory. */
    CONTAINER_MEMORY_ZSWAPPED_BYTES,
    /** Its size in memory, compressed: part of {@link #CONTAINER_MEMORY_KERNEL_BYTES}. */
    CONTAINER_MEMORY_ZSWAP_BYTES,
    /** Number of times that the container was throttled at {@code memory.high}. */
    CONTAINER_MEMORY_HIGH_EVENTS,
    /** Number of times that the container reached its hard limit. */
    CONTAINER_MEMORY_MAX_EVENTS,
    CONTAINER_OOM_KILLS,
    CONTAINER_CPU_LIMIT_CORES,
    /** CPUs that the shares or weight of the control group reserve for the container. */
    CONTAINER_CPU_SHARE_CORES,
    CONTAINER_CPU_PERIODS,
    CONTAINER_CPU_THROTTLED_PERIODS,
    CONTAINER_CPU_THROTTLED_SECONDS,
    CONTAINER_CPU_SOME_PRESSURE_SECONDS,
    CONTAINER_CPU_FULL_PRESSURE_SECONDS,
    CONTAINER_MEMORY_SOME_PRESSURE_SECONDS,
    CONTAINER_MEMORY_FULL_PRESSURE_SECONDS,
    CONTAINER_IO_SOME_PRESSURE_SECONDS,
    CONTAINER_IO_FULL_PRESSURE_SECONDS;

    static final int COUNT = values().length;

    /** The field's value in a row of {@link TargetMonitor#samples}. */
    @SuppressWarnings("EnumOrdinal") // a row of the ring is in the order of the enum
    public double in(double[] row) {
        return row[ordinal()];
    }
}
