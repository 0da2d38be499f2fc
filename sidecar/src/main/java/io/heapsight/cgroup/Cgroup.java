/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.proc.FileAccess;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The control group (cgroup) of a process, of version 1 or 2. Each call reads the files again,
 * because limits can change while a container runs.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/cgroup-v2.html">Control Group v2</a>
 */
public sealed interface Cgroup permits CgroupV1, CgroupV2 {
    /** The name of the OOM kill counter in its file. */
    String OOM_KILLS = "oom_kill";

    /**
     * Reads its usage and limits.
     *
     * @throws IOException if the files are gone, for example with the process
     */
    MemoryReading readMemory() throws IOException;

    /** Reads its CPU limit, and how often it was reached. */
    CpuBandwidth readCpu();

    /** Reads the known properties of the groups above it. */
    AncestorCgroups above();

    /** Reads the time for which it was stalled. */
    PressureReading readPressure(PressureReading.Resource resource);

    /**
     * Returns the same group, read through other files.
     *
     * @param files such as those that stay open
     */
    Cgroup through(FileAccess files);

    /** The file with the number of processes of the group that the kernel killed at the limit. */
    Path oomKillsFile();

    /**
     * Finds the group of a process.
     *
     * @param procFs reads the process's own mounts
     */
    static Reading<Cgroup> find(ProcFs procFs, int pid) {
        try {
            return new CgroupHierarchies(procFs, pid).group();
        } catch (IOException e) {
            return Reading.missing("the control group can't be read: " + IoReason.of(e));
        }
    }

    /** Converts a number of small units to large ones. */
    static OptionalDouble scaled(OptionalLong count, double each) {
        return count.isPresent()
                ? OptionalDouble.of(count.getAsLong() / each)
                : OptionalDouble.empty();
    }
}
