/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.cgroup.Cgroup;
import io.heapsight.cgroup.CpuBandwidth;
import io.heapsight.cgroup.EcsTaskLimits;
import io.heapsight.cgroup.MemoryReading;
import io.heapsight.cgroup.PressureReading;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.OpenFileCache;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the control group of a target's container into samples. Only for the sampler's thread. */
final class ContainerProbe implements AutoCloseable {
    /** The retry interval while no group is found: the target may be moved to one. */
    private static final long LOOK_AGAIN_NANOS = Duration.ofSeconds(10).toNanos();

    private final TargetConnection connection;
    private final EcsTaskLimits task;
    private final OpenFileCache files;
    private OptionalLong taskMemoryBytes = OptionalLong.empty();
    private OptionalDouble taskShareCores = OptionalDouble.empty();
    private @Nullable Cgroup group;
    private boolean looked;
    private long lookedNanos;

    ContainerProbe(TargetConnection connection, EcsTaskLimits task) {
        this.connection = connection;
        this.task = task;
        this.files = new OpenFileCache(connection.procFs().files());
    }

    void read(SampleValues values, long nanos) {
        Cgroup found = group(nanos);
        if (found == null) {
            return;
        }
        try {
            memory(values, found.readMemory());
        } catch (IOException _) {
            group = null; // the group was removed, with or without the target
            files.close();
            return;
        }
        cpu(values, found.readCpu());
        pressure(values, found);
    }

    private @Nullable Cgroup group(long nanos) {
        if (group == null && (!looked || nanos - lookedNanos >= LOOK_AGAIN_NANOS)) {
            looked = true;
            lookedNanos = nanos;
            group =
                    Cgroup.find(connection.procFs(), connection.jvm().pid())
                            .<Cgroup>map(each -> each.through(files))
                            .toOptional()
                            .orElse(null);
            taskMemoryBytes = task.memoryBytes(cgroups());
            taskShareCores = task.shareCores(cgroups());
        }
        return group;
    }

    @Override
    public void close() {
        files.close();
    }

    /** Reads the lines with the container's id; empty if that fails. */
    private List<String> cgroups() {
        try {
            return connection.procFs().cgroups(connection.jvm().pid());
        } catch (IOException _) {
            return List.of();
        }
    }

    private void memory(SampleValues values, MemoryReading memory) {
        values.set(SampleField.CONTAINER_MEMORY_USAGE_BYTES, memory.usageBytes());
        values.set(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES, memory.workingSetBytes());
        MemoryReading.Limits limits = memory.limits();
        set(
                values,
                SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                EcsTaskLimits.tighter(limits.hardBytes(), taskMemoryBytes));
        set(values, SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES, limits.softBytes());
        set(values, SampleField.CONTAINER_MEMORY_HIGH_BYTES, limits.highBytes());
        set(values, SampleField.CONTAINER_MEMORY_MIN_BYTES, limits.minBytes());
        set(values, SampleField.CONTAINER_MEMORY_SWAP_LIMIT_BYTES, limits.swapBytes());
        MemoryReading.Parts parts = memory.parts();
        set(values, SampleField.CONTAINER_MEMORY_ANON_BYTES, parts.anonBytes());
        set(values, SampleField.CONTAINER_MEMORY_FILE_BYTES, parts.fileBytes());
        set(values, SampleField.CONTAINER_MEMORY_SHMEM_BYTES, parts.shmemBytes());
        set(values, SampleField.CONTAINER_MEMORY_KERNEL_BYTES, parts.kernelBytes());
        set(values, SampleField.CONTAINER_MEMORY_SOCKET_BYTES, parts.socketBytes());
        set(values, SampleField.CONTAINER_MEMORY_SWAP_CACHED_BYTES, parts.swapCachedBytes());
        set(values, SampleField.CONTAINER_MEMORY_SWAP_BYTES, parts.swapBytes());
        set(values, SampleField.CONTAINER_MEMORY_ZSWAPPED_BYTES, parts.zswappedBytes());
        set(values, SampleField.CONTAINER_MEMORY_ZSWAP_BYTES, parts.zswapBytes());
        MemoryReading.Events events = memory.events();
        set(values, SampleField.CONTAINER_MEMORY_HIGH_EVENTS, events.high());
        set(values, SampleField.CONTAINER_MEMORY_MAX_EVENTS, events.max());
        set(values, SampleField.CONTAINER_OOM_KILLS, events.oomKills());
    }

    private void cpu(SampleValues values, CpuBandwidth cpu) {
        OptionalDouble cores = cpu.limitCores();
        set(values, SampleField.CONTAINER_CPU_LIMIT_CORES, cores.isPresent() ? cores : task.cpus());
        set(
                values,
                SampleField.CONTAINER_CPU_SHARE_CORES,
                taskShareCores.isPresent() ? taskShareCores : cpu.shareCores());
        set(values, SampleField.CONTAINER_CPU_PERIODS, cpu.periods());
        set(values, SampleField.CONTAINER_CPU_THROTTLED_PERIODS, cpu.throttledPeriods());
        set(values, SampleField.CONTAINER_CPU_THROTTLED_SECONDS, cpu.throttledSeconds());
    }

    private static void pressure(SampleValues values, Cgroup group) {
        for (PressureReading.Resource resource : PressureReading.Resource.values()) {
            PressureReading pressure = group.readPressure(resource);
            set(values, some(resource), pressure.someSeconds());
            set(values, full(resource), pressure.fullSeconds());
        }
    }

    private static SampleField some(PressureReading.Resource resource) {
        return switch (resource) {
            case CPU -> SampleField.CONTAINER_CPU_SOME_PRESSURE_SECONDS;
            case MEMORY -> SampleField.CONTAINER_MEMORY_SOME_PRESSURE_SECONDS;
            case IO -> SampleField.CONTAINER_IO_SOME_PRESSURE_SECONDS;
        };
    }

    private static SampleField full(PressureReading.Resource resource) {
        return switch (resource) {
            case CPU -> SampleField.CONTAINER_CPU_FULL_PRESSURE_SECONDS;
            case MEMORY -> SampleField.CONTAINER_MEMORY_FULL_PRESSURE_SECONDS;
            case IO -> SampleField.CONTAINER_IO_FULL_PRESSURE_SECONDS;
        };
    }

    private static void set(SampleValues values, SampleField field, OptionalLong value) {
        if (value.isPresent()) {
            values.set(field, value.getAsLong());
        }
    }

    private static void set(SampleValues values, SampleField field, OptionalDouble value) {
        if (value.isPresent()) {
            values.set(field, value.getAsDouble());
        }
    }
}
