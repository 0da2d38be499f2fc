/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.jstat.ContainerLimitKind;
import io.heapsight.jstat.SampleField;
import io.heapsight.jvm.JvmFlags;
import io.heapsight.memory.MaxHeapSource;
import io.heapsight.run.RunLimitChange;
import java.util.Arrays;
import java.util.Optional;

/**
 * The memory sizes of a target in its recorded past.
 *
 * @param now its present sizes
 * @param live its live set
 * @param cost of its collections
 * @param trends of its memory
 * @param outsideBytes maximum outside the heap that can't be reclaimed; NaN if unknown
 * @param kernelBytes maximum of kernel memory; NaN if unknown
 * @param mappedBytes maximum of mapped file pages that it ran from; NaN if unknown
 * @param peakBytes maximum that can't be reclaimed; NaN if unknown
 * @param metaspaceBytes maximum of committed metaspace; NaN if unknown
 */
record ObservedMemory(
        TargetObservation seen,
        MemorySettings now,
        LiveSet live,
        GcOverheadModel cost,
        MemoryTrends trends,
        double outsideBytes,
        double kernelBytes,
        double mappedBytes,
        double peakBytes,
        double metaspaceBytes) {
    /** Share of the working set above which page cache in active use counts. */
    private static final double MUCH_CACHE = 0.1;

    static ObservedMemory of(TargetObservation seen) {
        double limit = seen.series(SampleField.CONTAINER_MEMORY_LIMIT_BYTES).last();
        MemorySettings now =
                new MemorySettings(
                        limit,
                        seen.series(SampleField.CONTAINER_MEMORY_HIGH_BYTES).last(),
                        request(seen),
                        MaxHeapSource.of(seen.jvm().flags(), seen.heapMaxBytes(), limit),
                        initial(seen),
                        positive(seen.flagBytes("MaxDirectMemorySize")),
                        seen.flagBytes("MaxMetaspaceSize"),
                        0);
        LiveSet live = LiveSet.of(seen);
        MemoryPeaks earlier = seen.earlier();
        double kernel = new NonNanValues(seen.kernel()).max();
        double outside = MemoryPeaks.larger(outside(seen), earlier.outsideBytes() - orZero(kernel));
        double peak =
                MemoryPeaks.larger(
                        new NonNanValues(seen.unreclaimable()).max(),
                        earlier.chargedBytes() - orZero(kernel));
        double metaspace =
                MemoryPeaks.larger(
                        new NonNanValues(MetaspaceSeries.of(seen).committed()).max(),
                        earlier.metaspaceBytes());
        return new ObservedMemory(
                seen,
                now,
                live,
                cost(seen, live),
                MemoryTrends.of(seen),
                outside,
                kernel,
                new NonNanValues(mapped(seen)).max(),
                peak,
                metaspace);
    }

    /**
     * Returns the cost of collections. If each sample covers minutes, its overhead is that of its
     * worst minute.
     */
    private static GcOverheadModel cost(TargetObservation seen, LiveSet live) {
        GcOverheadModel cost = GcOverheadModel.of(seen.samples(), usedHeap(seen), live.p95Bytes());
        return switch (seen.source()) {
            case SIDECAR -> cost;
            case MONITORING ->
                    cost.withWorstMinute(seen.series(SampleField.GC_OVERHEAD_RATIO).max());
        };
    }

    private static double outside(TargetObservation seen) {
        MemoryOutsideHeap outside = MemoryOutsideHeap.of(seen);
        NonNanValues likely = new NonNanValues(outside.likely());
        return likely.isEmpty() ? outside.now() : likely.max();
    }

    /**
     * Returns the soft limit, or else {@code memory.min}, the request under Kubernetes' MemoryQoS.
     * Without {@code memory.low}, the sample has {@code memory.high}, which is neither.
     */
    private static double request(TargetObservation seen) {
        double soft = seen.series(SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES).last();
        double high = seen.series(SampleField.CONTAINER_MEMORY_HIGH_BYTES).last();
        return soft > 0 && soft != high
                ? soft
                : positive(seen.series(SampleField.CONTAINER_MEMORY_MIN_BYTES).last());
    }

    /**
     * Returns the initial heap size, or else the minimum heap size: -Xms sets both. The JVM reports
     * the minimum even if the sidecar can't read all its options.
     */
    private static double initial(TargetObservation seen) {
        double set = seen.jvm().flags().initialHeapBytes().orElse(0);
        return positive(Math.max(set, orZero(seen.flagBytes("MinHeapSize"))));
    }

    /** Returns the size; the JVM reports an unset one as zero. */
    private static double positive(double bytes) {
        return bytes > 0 ? bytes : Double.NaN;
    }

    /** Returns the heap during the recorded collections: committed, or else used. */
    private static double usedHeap(TargetObservation seen) {
        NonNanValues committed = seen.series(SampleField.HEAP_COMMITTED_BYTES);
        return committed.isEmpty()
                ? seen.series(SampleField.HEAP_USED_BYTES).max()
                : committed.max();
    }

    /**
     * Returns mapped file pages; the kernel can drop them, but the program runs from them. Shared
     * memory is excluded, although the kernel counts it as file: older ZGC maps it three times.
     */
    private static double[] mapped(TargetObservation seen) {
        double[] resident = seen.samples().values(SampleField.RESIDENT_BYTES);
        double[] file = seen.samples().values(SampleField.CONTAINER_MEMORY_FILE_BYTES);
        double[] shared = seen.samples().values(SampleField.CONTAINER_MEMORY_SHMEM_BYTES);
        double[] held =
                TargetObservation.sum(
                        seen.samples(),
                        SampleField.CONTAINER_MEMORY_ANON_BYTES,
                        SampleField.CONTAINER_MEMORY_SHMEM_BYTES);
        Arrays.setAll(
                resident,
                i ->
                        Math.clamp(
                                resident[i] - held[i],
                                0,
                                Math.max(0, orZero(file[i]) - orZero(shared[i]))));
        return resident;
    }

    /**
     * Returns the memory that a heap may fill under the present limit, or on the machine; NaN if
     * neither is known.
     */
    double room() {
        double held = Double.isNaN(now.heldBytes()) ? seen.machineBytes() : now.heldBytes();
        return held / SettingsReplayCheck.RESERVE - besideHeap();
    }

    /**
     * Returns why a restart under another limit would change the heap: its size is a share of an
     * earlier limit. Empty if it would not.
     */
    Optional<String> heapOfEarlierLimit() {
        JvmFlags flags = seen.jvm().flags();
        if (!(now.heap() instanceof MaxHeapSource.Fixed) || MaxHeapSource.isSize(flags)) {
            return Optional.empty();
        }
        boolean isShare =
                flags.value("-XX:MaxRAMPercentage=").isPresent()
                        || RunLimitChange.of(seen.samples()).stream()
                                .map(RunLimitChange::change)
                                .filter(change -> change.limit() == ContainerLimitKind.MEMORY)
                                .anyMatch(change -> isShareOf(change.before()));
        if (isShare) {
            return Optional.of(
                    "The heap is a share of an earlier limit, and a restart recomputes it: set -Xmx first.");
        }
        return seen.source() == TargetObservation.Source.SIDECAR
                ? Optional.of(
                        "No flag sets the heap, and a restart computes it from the new limit: set -Xmx first.")
                : Optional.empty();
    }

    private boolean isShareOf(double limit) {
        return MaxHeapSource.of(seen.jvm().flags(), seen.heapMaxBytes(), limit)
                instanceof MaxHeapSource.Share;
    }

    /** Returns the memory that the limit must hold in addition to the heap. */
    double besideHeap() {
        return orZero(outsideBytes) + pages();
    }

    /**
     * Returns the memory that the limit must hold with a heap of this size, without a reserve. It
     * is an upper bound if the heap is not known separately.
     */
    double full(double heapBytes) {
        double outside = Double.isNaN(outsideBytes) ? peakBytes : outsideBytes;
        return Math.max(peakBytes, orZero(heapBytes) + outside) + pages();
    }

    /** Returns the same memory as a lower bound, from certain values only. */
    double least(double heapBytes) {
        return Double.isNaN(outsideBytes) ? peakBytes + pages() : full(heapBytes);
    }

    /**
     * Returns the page cache in active use, without mapped files; 0 if it is small or unknown. The
     * kernel can drop it, but the program would wait for the disk, as a broker does for its logs.
     */
    double activeCacheBytes() {
        double[] cache = seen.samples().values(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES);
        double working = new NonNanValues(cache).p95();
        double[] file = seen.samples().values(SampleField.CONTAINER_MEMORY_FILE_BYTES);
        double[] shared = seen.samples().values(SampleField.CONTAINER_MEMORY_SHMEM_BYTES);
        double[] mapped = mapped(seen);
        double[] held =
                TargetObservation.sum(
                        seen.samples(),
                        SampleField.CONTAINER_MEMORY_ANON_BYTES,
                        SampleField.CONTAINER_MEMORY_SHMEM_BYTES,
                        SampleField.CONTAINER_MEMORY_KERNEL_BYTES,
                        SampleField.CONTAINER_MEMORY_SOCKET_BYTES);
        Arrays.setAll(
                cache,
                i -> Math.min(cache[i] - held[i], file[i] - orZero(shared[i])) - orZero(mapped[i]));
        double active = new NonNanValues(cache).p95();
        return active > MUCH_CACHE * working ? active : 0;
    }

    /** Returns the maximum charged memory that can't be dropped. */
    double held() {
        return peakBytes + orZero(kernelBytes);
    }

    private double pages() {
        return orZero(kernelBytes) + orZero(mappedBytes);
    }

    /**
     * Returns the maximum possible direct memory: the memory outside the heap without metaspace.
     */
    double directBytes() {
        double outside = Double.isNaN(outsideBytes) ? peakBytes : outsideBytes;
        return Math.max(0, outside - orZero(metaspaceBytes));
    }
}
