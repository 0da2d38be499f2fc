/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.proc.FileAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The version 1 cgroups of a process: one per controller.
 *
 * @param cpu empty if its controller isn't mounted
 * @see <a href="https://docs.kernel.org/admin-guide/cgroup-v1/memory.html">Memory Resource
 *     Controller</a>
 */
record CgroupV1(CgroupDirectory memory, Optional<CgroupDirectory> cpu) implements Cgroup {
    static final String MEMORY_FILE = "memory.usage_in_bytes";
    static final String CPU_FILE = "cpu.stat";

    private static final String OOM_KILLS_FILE = "memory.oom_control";
    private static final String LIMIT = "hierarchical_memory_limit";
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public MemoryReading readMemory() throws IOException {
        long usage = memory.number(MEMORY_FILE);
        String stat = memory.text("memory.stat");
        return new MemoryReading(
                usage,
                Math.max(0, usage - CgroupDirectory.figure(stat, "total_inactive_file").orElse(0)),
                new MemoryReading.Limits(
                        CgroupDirectory.figure(stat, LIMIT),
                        OptionalLong.empty(),
                        memory.numberIfAny("memory.soft_limit_in_bytes"),
                        OptionalLong.empty(),
                        swapLimit(stat)),
                new MemoryReading.Parts(
                        CgroupDirectory.figure(stat, "total_rss"),
                        CgroupDirectory.figure(stat, "total_cache"),
                        CgroupDirectory.figure(stat, "total_shmem"),
                        memory.numberIfAny("memory.kmem.usage_in_bytes"),
                        OptionalLong.empty(),
                        CgroupDirectory.figure(stat, "total_swapcached"),
                        CgroupDirectory.figure(stat, "total_swap"),
                        OptionalLong.empty(),
                        OptionalLong.empty()),
                new MemoryReading.Events(
                        OptionalLong.empty(),
                        memory.numberIfAny("memory.failcnt"),
                        CgroupDirectory.figure(memory.textIfAny(OOM_KILLS_FILE), OOM_KILLS)));
    }

    /**
     * Computes the swap that remains with memory at its limit, because version 1 limits memory plus
     * swap.
     */
    private static OptionalLong swapLimit(String stat) {
        OptionalLong limit = CgroupDirectory.figure(stat, LIMIT);
        OptionalLong both = CgroupDirectory.figure(stat, "hierarchical_memsw_limit");
        return limit.isPresent() && both.isPresent()
                ? OptionalLong.of(Math.max(0, both.getAsLong() - limit.getAsLong()))
                : OptionalLong.empty();
    }

    @Override
    public Cgroup through(FileAccess files) {
        return new CgroupV1(memory.through(files), cpu.map(group -> group.through(files)));
    }

    @Override
    public Path oomKillsFile() {
        return memory.folder().resolve(OOM_KILLS_FILE);
    }

    @Override
    public CpuBandwidth readCpu() {
        if (cpu.isEmpty()) {
            return CpuBandwidth.NONE;
        }
        CpuQuota quota = CpuQuota.tightest(cpu.get(), CgroupV1::quotaOf);
        String stat = quota.group().textIfAny("cpu.stat");
        return new CpuBandwidth(
                quota.cores(),
                CpuBandwidth.ofShares(cpu.get().numberIfAny("cpu.shares")),
                CgroupDirectory.figure(stat, "nr_periods"),
                CgroupDirectory.figure(stat, "nr_throttled"),
                Cgroup.scaled(CgroupDirectory.figure(stat, "throttled_time"), NANOS_PER_SECOND));
    }

    /**
     * Returns none: {@code hierarchical_memory_limit} already includes the limits of invisible
     * groups.
     */
    @Override
    public AncestorCgroups above() {
        return AncestorCgroups.NONE;
    }

    @Override
    public PressureReading readPressure(PressureReading.Resource resource) {
        return PressureReading.NONE;
    }

    private static String quotaOf(CgroupDirectory group) {
        return group.textIfAny("cpu.cfs_quota_us") + " " + group.textIfAny("cpu.cfs_period_us");
    }
}
