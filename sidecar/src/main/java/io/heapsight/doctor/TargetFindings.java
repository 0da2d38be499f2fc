/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.cgroup.Cgroup;
import io.heapsight.cgroup.MemoryReading;
import io.heapsight.target.CountersProblem;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;

/** Checks what can be read of a target without sending it a command. */
final class TargetFindings {
    private static final String COUNTERS_FILE = "a readable hsperfdata file";
    private static final String CGROUP = "the container's limit and use of memory";
    private static final String CGROUP_REMEDY =
            "give the sidecar access to the target's file system (see root-reachable), and leave"
                    + " /sys/fs/cgroup mounted in the target's container, as container runtimes"
                    + " mount it (no mount of your own over it; docker run without -v"
                    + " …:/sys/fs/cgroup)";

    private TargetFindings() {}

    static Finding perfData(TargetConnection target) {
        String id = "perf-data";
        return switch (target.counters()) {
            case Reading.Present<?> _ ->
                    Finding.ok(id, COUNTERS_FILE, COUNTERS_FILE, Feature.COUNTERS);
            case Reading.Missing<?>(String reason) ->
                    Finding.wrong(
                            id,
                            reason,
                            COUNTERS_FILE,
                            CountersProblem.of(target, reason).remedy(),
                            Feature.COUNTERS);
        };
    }

    static Finding cgroup(TargetConnection target) {
        String id = "cgroup-visible";
        Reading<Cgroup> group = Cgroup.find(target.procFs(), target.jvm().pid());
        return switch (group) {
            case Reading.Missing<Cgroup>(String reason) ->
                    Finding.wrong(id, reason, CGROUP, CGROUP_REMEDY, Feature.CONTAINER);
            case Reading.Present<Cgroup>(Cgroup found) -> {
                try {
                    yield Finding.ok(id, memory(found.readMemory()), CGROUP, Feature.CONTAINER);
                } catch (IOException e) {
                    yield Finding.wrong(
                            id, IoReason.of(e), CGROUP, CGROUP_REMEDY, Feature.CONTAINER);
                }
            }
        };
    }

    private static String memory(MemoryReading memory) {
        String used = new ByteSize(memory.usageBytes()) + " used of ";
        return memory.limitBytes().isPresent()
                ? used + new ByteSize(memory.limitBytes().getAsLong())
                : used + "no limit";
    }
}
