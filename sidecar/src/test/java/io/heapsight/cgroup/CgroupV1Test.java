/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of version 1 in the layout of Docker and Kubernetes. */
class CgroupV1Test {
    private static final String MEMORY =
            """
            memory.usage_in_bytes: 9000

            memory.stat:
            cache 1
            rss 2
            inactive_file 1
            hierarchical_memory_limit 12000
            hierarchical_memsw_limit 12500
            total_cache 4100
            total_rss 4800
            total_shmem 900
            total_swap 70
            total_inactive_file 3000

            memory.soft_limit_in_bytes: 10000

            memory.kmem.usage_in_bytes: 100

            memory.failcnt: 31

            memory.oom_control:
            oom_kill_disable 0
            under_oom 0
            oom_kill 2
            """;
    private static final String CPU =
            """
            cpu.cfs_quota_us: 150000

            cpu.cfs_period_us: 100000

            cpu.stat:
            nr_periods 50
            nr_throttled 20
            throttled_time 2500000000
            """;
    private static final String NO_QUOTA =
            """
            cpu.cfs_quota_us: -1

            cpu.cfs_period_us: 100000

            cpu.stat:
            nr_periods 0
            nr_throttled 0
            throttled_time 0
            """;

    @TempDir private Path proc;
    private CgroupTree tree;

    @BeforeEach
    void groupsOfAContainer() throws IOException {
        tree = new CgroupTree(proc, 7);
        tree.in("5:devices:/docker/27e1", "4:memory:/docker/27e1", "1:cpu,cpuacct:/docker/27e1")
                .mounts(
                        "40 30 0:30 / / rw - overlay overlay rw",
                        "41 40 0:29 /docker/27e1 /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup"
                                + " rw,cpu,cpuacct",
                        "42 40 0:32 /docker/27e1 /sys/fs/cgroup/memory ro,nosuid master:12 -"
                                + " cgroup cgroup rw,memory")
                .group("/sys/fs/cgroup/memory", MEMORY)
                .group("/sys/fs/cgroup/cpu,cpuacct", CPU);
    }

    @Test
    void containerHasItsOwnGroupAtTheTopOfItsMount() throws IOException {
        assertThat(tree.found().readMemory())
                .isEqualTo(
                        new MemoryReading(
                                9000,
                                6000,
                                new MemoryReading.Limits(
                                        OptionalLong.of(12000),
                                        OptionalLong.empty(),
                                        OptionalLong.of(10000),
                                        OptionalLong.empty(),
                                        OptionalLong.of(500)),
                                new MemoryReading.Parts(
                                        OptionalLong.of(4800),
                                        OptionalLong.of(4100),
                                        OptionalLong.of(900),
                                        OptionalLong.of(100),
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        OptionalLong.of(70),
                                        OptionalLong.empty(),
                                        OptionalLong.empty()),
                                new MemoryReading.Events(
                                        OptionalLong.empty(),
                                        OptionalLong.of(31),
                                        OptionalLong.of(2))));
        CpuBandwidth cpu = tree.found().readCpu();
        assertThat(cpu.limitCores()).hasValue(1.5);
        assertThat(cpu.periods()).hasValue(50);
        assertThat(cpu.throttledPeriods()).hasValue(20);
        assertThat(cpu.throttledSeconds()).hasValue(2.5);
    }

    @Test
    void hostProcessIsInAGroupBelowItsMount() throws IOException {
        tree.in("3:memory:/kubepods/pod1/27e1", "1:cpu:/kubepods/pod1/27e1")
                .mounts(
                        "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755",
                        "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu",
                        "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory")
                .group("/sys/fs/cgroup/memory/kubepods/pod1/27e1", MEMORY)
                .group("/sys/fs/cgroup/cpu", NO_QUOTA)
                .group("/sys/fs/cgroup/cpu/kubepods/pod1", CPU)
                .group("/sys/fs/cgroup/cpu/kubepods/pod1/27e1", NO_QUOTA);

        assertThat(tree.found().readMemory().workingSetBytes()).isEqualTo(6000);
        assertThat(tree.found().readCpu().limitCores()).as("the pod's").hasValue(1.5);
        assertThat(tree.found().readCpu().throttledPeriods()).as("the pod's").hasValue(20);
    }

    @Test
    void groupWithoutLimitsHasNone() throws IOException {
        tree.group(
                        "/sys/fs/cgroup/memory",
                        MEMORY.replace("limit 12000", "limit 9223372036854771712")
                                .replace("bytes: 10000", "bytes: 9223372036854771712"))
                .group("/sys/fs/cgroup/cpu,cpuacct", NO_QUOTA);

        MemoryReading.Limits limits = tree.found().readMemory().limits();
        assertThat(limits.hardBytes()).isEmpty();
        assertThat(limits.softBytes()).isEmpty();
        assertThat(tree.found().readCpu().limitCores()).isEmpty();
    }

    @Test
    void missingFilesAreAbsentFigures() throws IOException {
        tree.without("/sys/fs/cgroup/memory/memory.oom_control")
                .without("/sys/fs/cgroup/memory/memory.kmem.usage_in_bytes")
                .without("/sys/fs/cgroup/memory/memory.soft_limit_in_bytes")
                .without("/sys/fs/cgroup/cpu,cpuacct/cpu.stat");

        MemoryReading memory = tree.found().readMemory();
        assertThat(memory.events().oomKills()).isEmpty();
        assertThat(memory.parts().kernelBytes()).isEmpty();
        assertThat(memory.limits().softBytes()).isEmpty();
        assertThat(memory.limitBytes()).hasValue(12000);
        assertThat(tree.found().readCpu()).isEqualTo(CpuBandwidth.NONE);
    }

    @Test
    void version1HasNoPressure() {
        assertThat(tree.found().readPressure(PressureReading.Resource.CPU))
                .isEqualTo(PressureReading.NONE);
    }
}
