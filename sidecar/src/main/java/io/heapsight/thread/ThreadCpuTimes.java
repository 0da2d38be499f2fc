/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Reads the CPU time of a target's threads from {@code /proc/PID/task/TID/stat}, for JDK 8, which
 * doesn't print it.
 */
final class ThreadCpuTimes {
    private final ProcFs tasks;
    private final double ticksPerSecond;
    private final Map<Integer, Integer> ours;

    /**
     * @param ours task ids in the sidecar's namespace, by those in the target's; empty if they are
     *     equal
     */
    private ThreadCpuTimes(ProcFs tasks, double ticksPerSecond, Map<Integer, Integer> ours) {
        this.tasks = tasks;
        this.ticksPerSecond = ticksPerSecond;
        this.ours = ours;
    }

    /** Reads the tasks; their directory has the layout of /proc. */
    static ThreadCpuTimes of(ProcFs procFs, TargetJvm jvm) {
        ProcFs tasks = procFs.tasks(jvm.pid());
        Map<Integer, Integer> ours = new HashMap<>();
        if (jvm.pid() != jvm.nsPid()) {
            try {
                for (int tid : tasks.pids()) {
                    ours.put(tasks.status(tid).nsPid(), tid);
                }
            } catch (IOException _) {
                ours.clear(); // threads come and go: missing ones have no time
                ours.put(0, 0);
            }
        }
        return new ThreadCpuTimes(tasks, procFs.clockTicks(), ours);
    }

    /** Returns the time since the thread's start; empty if it has ended. */
    OptionalDouble cpuSeconds(OptionalInt nativeId) {
        if (nativeId.isEmpty()) {
            return OptionalDouble.empty();
        }
        int asked = nativeId.getAsInt();
        Integer tid = ours.isEmpty() ? Integer.valueOf(asked) : ours.get(asked);
        if (tid == null) {
            return OptionalDouble.empty();
        }
        try {
            return OptionalDouble.of(tasks.stat(tid).cpuTicks() / ticksPerSecond);
        } catch (IOException _) {
            return OptionalDouble.empty();
        }
    }
}
