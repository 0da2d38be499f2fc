/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.proc.FileAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The version 2 cgroup of a process.
 *
 * @param memory the nearest group that accounts for memory: threaded groups, and groups whose
 *     parent doesn't delegate the controller, do not
 * @param own the group itself
 */
record CgroupV2(CgroupDirectory memory, CgroupDirectory own) implements Cgroup {
    static final String MEMORY_FILE = "memory.current";

    private static final String EVENTS_FILE = "memory.events";
    private static final String MAX = "memory.max";
    private static final String HIGH = "memory.high";
    private static final List<String> KERNEL_PARTS =
            List.of("slab", "kernel_stack", "pagetables", "percpu");
    private static final double MICROS_PER_SECOND = 1e6;

    @Override
    public MemoryReading readMemory() throws IOException {
        long usage = memory.number(MEMORY_FILE);
        String stat = memory.text("memory.stat");
        MemoryLimit max = tightest(MAX);
        MemoryLimit high = tightest(HIGH);
        return new MemoryReading(
                usage,
                Math.max(0, usage - CgroupDirectory.figure(stat, "inactive_file").orElse(0)),
                new MemoryReading.Limits(
                        max.bytes(),
                        high.bytes(),
                        soft(high),
                        memory.numberIfAny("memory.min"),
                        tightest("memory.swap.max").bytes()),
                new MemoryReading.Parts(
                        CgroupDirectory.figure(stat, "anon"),
                        CgroupDirectory.figure(stat, "file"),
                        CgroupDirectory.figure(stat, "shmem"),
                        kernel(stat),
                        CgroupDirectory.figure(stat, "sock"),
                        CgroupDirectory.figure(stat, "swapcached"),
                        memory.numberIfAny("memory.swap.current"),
                        CgroupDirectory.figure(stat, "zswapped"),
                        CgroupDirectory.figure(stat, "zswap")),
                new MemoryReading.Events(
                        events(high.group(), "high"),
                        events(max.group(), "max"),
                        events(memory, OOM_KILLS)));
    }

    /** Before Linux 5.18, only its parts are known. */
    private static OptionalLong kernel(String stat) {
        OptionalLong kernel = CgroupDirectory.figure(stat, "kernel");
        long parts =
                KERNEL_PARTS.stream()
                        .mapToLong(part -> CgroupDirectory.figure(stat, part).orElse(0))
                        .sum();
        return kernel.isPresent() || parts == 0 ? kernel : OptionalLong.of(parts);
    }

    private static OptionalLong events(CgroupDirectory group, String name) {
        return CgroupDirectory.figure(group.textIfAny(EVENTS_FILE), name);
    }

    private OptionalLong soft(MemoryLimit high) {
        OptionalLong low = memory.numberIfAny("memory.low");
        return low.orElse(0) > 0 ? low : high.bytes();
    }

    private MemoryLimit tightest(String file) {
        return MemoryLimit.tightest(memory, file);
    }

    @Override
    public Cgroup through(FileAccess files) {
        return new CgroupV2(memory.through(files), own.through(files));
    }

    @Override
    public Path oomKillsFile() {
        return memory.folder().resolve(EVENTS_FILE);
    }

    @Override
    public CpuBandwidth readCpu() {
        CpuQuota quota = quota();
        String stat = quota.group().textIfAny("cpu.stat");
        return new CpuBandwidth(
                quota.cores(),
                CpuBandwidth.ofWeight(own.numberIfAny("cpu.weight")),
                CgroupDirectory.figure(stat, "nr_periods"),
                CgroupDirectory.figure(stat, "nr_throttled"),
                Cgroup.scaled(CgroupDirectory.figure(stat, "throttled_usec"), MICROS_PER_SECOND));
    }

    @Override
    public AncestorCgroups above() {
        MemoryLimit max = tightest(MAX);
        MemoryLimit high = tightest(HIGH);
        boolean isHigh = high.bytes().orElse(Long.MAX_VALUE) < max.bytes().orElse(Long.MAX_VALUE);
        return AncestorCgroups.of(memory, isHigh ? high : max, quota());
    }

    private CpuQuota quota() {
        return CpuQuota.tightest(own, group -> group.textIfAny("cpu.max"));
    }

    @Override
    public PressureReading readPressure(PressureReading.Resource resource) {
        String file = resource.name().toLowerCase(Locale.ROOT) + ".pressure";
        return PressureReading.parse(own.textIfAny(file));
    }
}
