/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.perfdata.CollectorCounts;
import io.heapsight.perfdata.GcutilSpace;
import io.heapsight.perfdata.MemoryPool;
import io.heapsight.safepoint.GcPauses;
import io.heapsight.safepoint.Safepoints;
import io.heapsight.threadcpu.VmThreadCpuSeconds;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One sample of a target: its values at one tick. */
public final class Sample {
    private final long nanos;
    private final SampleValues values;
    private final List<Pool> pools;
    private final List<Collector> collectors;
    private final VmActivity activity;
    private final Set<GcutilSpace> fresh;

    /**
     * A memory pool; NaN for values that the counters lack.
     *
     * @param name of the target's MemoryPoolMXBean
     */
    public record Pool(String name, double usedBytes, double committedBytes, double maxBytes) {
        static Pool of(MemoryPool pool) {
            return new Pool(pool.name(), pool.usedBytes(), pool.committedBytes(), pool.maxBytes());
        }

        static Pool of(CodeHeap heap) {
            return new Pool(
                    heap.name(), heap.usedBytes(), heap.committedBytes(), heap.reservedBytes());
        }

        /** Returns whether the pool is part of the heap, like all but a few pools of HotSpot. */
        public boolean isHeap() {
            return !isOfClasses() && !isCode();
        }

        /** Returns whether it contains compiled code. */
        public boolean isCode() {
            return name.startsWith("Code");
        }

        private boolean isOfClasses() {
            return name.equals("Metaspace") || name.equals("Compressed Class Space");
        }
    }

    /**
     * A garbage collector; NaN for values that the counters lack.
     *
     * @param name of the target's GarbageCollectorMXBean
     * @param count collections since the JVM's start
     * @param seconds in collections since the JVM's start
     */
    public record Collector(String name, double count, double seconds) {
        static Collector of(CollectorCounts collector) {
            return new Collector(collector.name(), collector.count(), collector.seconds());
        }
    }

    /**
     * The activity of the JVM itself.
     *
     * @param pauses without collectors if the target has no counters of pauses
     * @param safepoints null if the target has no counters of safepoints
     */
    record VmActivity(
            GcPauses pauses, @Nullable Safepoints safepoints, VmThreadCpuSeconds threadTimes) {
        /** Nothing is known. */
        static final VmActivity NONE = new VmActivity(GcPauses.NONE, null, VmThreadCpuSeconds.NONE);
    }

    Sample(
            long nanos,
            SampleValues values,
            List<Pool> pools,
            List<Collector> collectors,
            VmActivity activity,
            Set<GcutilSpace> fresh) {
        this.nanos = nanos;
        this.values = values;
        this.pools = List.copyOf(pools);
        this.collectors = List.copyOf(collectors);
        this.activity = activity;
        this.fresh = fresh.isEmpty() ? EnumSet.noneOf(GcutilSpace.class) : EnumSet.copyOf(fresh);
    }

    /** Time of the sample, by {@link io.heapsight.unit.SteadyClock#nanoTime}. */
    public long nanos() {
        return nanos;
    }

    /** The value of a field; NaN if the target doesn't provide it. */
    public double value(SampleField field) {
        return values.get(field);
    }

    /**
     * Returns the control group's memory that is only in swap. Returns 0 if the kernel does not
     * report swapped pages that are also in memory: a heap that is read back would count twice.
     */
    public double swappedBytes() {
        double swapped =
                value(SampleField.CONTAINER_MEMORY_SWAP_BYTES)
                        - value(SampleField.CONTAINER_MEMORY_SWAP_CACHED_BYTES);
        return Math.max(0, orZero(swapped));
    }

    /** Returns the bytes that would be charged in addition if all swapped memory were read back. */
    public double unchargedBytes() {
        double zswap = orZero(value(SampleField.CONTAINER_MEMORY_ZSWAP_BYTES));
        return Math.max(0, swappedBytes() - zswap);
    }

    /**
     * Returns the control group's memory that can't be reclaimed, including the part in swap.
     * Returns the resident memory of the process if the group is unknown or isn't a container's.
     */
    double chargedBytes(boolean isOutsideContainers) {
        double charged =
                values.sum(
                        SampleField.CONTAINER_MEMORY_ANON_BYTES,
                        SampleField.CONTAINER_MEMORY_SHMEM_BYTES,
                        SampleField.CONTAINER_MEMORY_KERNEL_BYTES,
                        SampleField.CONTAINER_MEMORY_SOCKET_BYTES);
        return Double.isNaN(charged) || isOutsideContainers
                ? value(SampleField.RESIDENT_BYTES)
                : charged + unchargedBytes();
    }

    /**
     * Returns whether the control group has no limit and contains other programs. Always false with
     * ZGC, because the kernel may count its heap three times as resident.
     *
     * @param before the result for an earlier sample
     */
    boolean isOutsideContainers(boolean before) {
        boolean isShared =
                SharedCgroup.isEvident(
                        value(SampleField.CONTAINER_MEMORY_ANON_BYTES),
                        value(SampleField.RESIDENT_BYTES));
        return Double.isNaN(EffectiveMemoryLimit.of(this::value).bytes())
                && collectors.stream().noneMatch(each -> each.name().startsWith("ZGC"))
                && (before || isShared);
    }

    /** Empty if the target has no counters. */
    public List<Pool> pools() {
        return pools;
    }

    /** Empty if the target has no counters. */
    public List<Collector> collectors() {
        return collectors;
    }

    /** Returns the pauses; without collectors if the target has no counters of pauses. */
    public GcPauses pauses() {
        return activity.pauses();
    }

    /** Empty if the target has no counters of safepoints. */
    public Optional<Safepoints> safepoints() {
        return Optional.ofNullable(activity.safepoints());
    }

    /** CPU time of the JVM's own threads by kind; without kinds if they can't be recognised. */
    public VmThreadCpuSeconds threadTimes() {
        return activity.threadTimes();
    }

    /** Whether the figure of a space is current, and not from the last collection. */
    public boolean isFresh(GcutilSpace space) {
        return fresh.contains(space);
    }
}
