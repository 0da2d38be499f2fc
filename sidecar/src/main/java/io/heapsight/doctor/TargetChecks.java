/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.cgroup.Cgroup;
import io.heapsight.cgroup.MemoryReading;
import io.heapsight.gclog.GcLogTailer;
import io.heapsight.jvm.CountersProblem;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.Vm;
import io.heapsight.perfdata.Counters;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks the data of a target that can be read without a command. */
final class TargetChecks {
    private static final String COUNTERS_FILE = "a readable hsperfdata file";
    private static final String GC_LOG =
            "counters, or a GC log in a file: without both, pauses and counts of collections are"
                    + " missing";
    private static final String GC_LOG_REMEDY =
            "add to the target's args, one per line: "
                    + GcLogTailer.OPTIONS
                    + " (docker run … java -Xlog:…; ECS: in its \"command\")";
    private static final String CGROUP = "the container's memory limit and usage";
    private static final String CGROUP_REMEDY =
            "give the sidecar access to the target's file system (see root-reachable), and leave"
                    + " /sys/fs/cgroup mounted in the target's container, as container runtimes"
                    + " mount it (no mount of your own over it; docker run without -v"
                    + " …:/sys/fs/cgroup)";

    private TargetChecks() {}

    static CheckResult perfData(TargetConnection target) {
        String id = "perf-data";
        return target.counters()
                .either(
                        _ -> CheckResult.ok(id, COUNTERS_FILE, COUNTERS_FILE, Feature.COUNTERS),
                        reason ->
                                CheckResult.wrong(
                                        id,
                                        reason,
                                        COUNTERS_FILE,
                                        CountersProblem.of(target, reason).remedy(),
                                        Feature.COUNTERS));
    }

    /** Reports features that a native image always lacks. */
    static Optional<CheckResult> nativeImage(TargetConnection target) {
        return target.jvm().vm() == Vm.NATIVE_IMAGE
                ? Optional.of(
                        CheckResult.wrong(
                                "native-image",
                                "a GraalVM native image, which has no class histogram and loads no"
                                        + " profiler",
                                "HotSpot",
                                "take a heap dump, a thread dump or a recording: build the image"
                                        + " with --enable-monitoring=jcmd,heapdump,threaddump,jfr",
                                Feature.HISTOGRAM,
                                Feature.PROFILE))
                : Optional.empty();
    }

    /** Checks the GC log of a target without counters: only the log shows its collections. */
    static Optional<CheckResult> gcLog(TargetConnection target) {
        if (target.counters() instanceof Reading.Present<Counters>) {
            return Optional.empty();
        }
        String id = "gc-log";
        return Optional.of(
                new GcLogTailer(target.jvm())
                        .file(target.procFs())
                        .either(
                                path -> CheckResult.ok(id, path + " shows its collections", GC_LOG),
                                reason -> CheckResult.wrong(id, reason, GC_LOG, GC_LOG_REMEDY)));
    }

    static CheckResult cgroup(TargetConnection target) {
        String id = "cgroup-visible";
        return Cgroup.find(target.procFs(), target.jvm().pid())
                .either(TargetChecks::memory, Reading::<String>missing)
                .either(
                        memory -> CheckResult.ok(id, memory, CGROUP, Feature.CONTAINER),
                        reason ->
                                CheckResult.wrong(
                                        id, reason, CGROUP, CGROUP_REMEDY, Feature.CONTAINER));
    }

    private static Reading<String> memory(Cgroup group) {
        try {
            MemoryReading memory = group.readMemory();
            String used = new ByteSize(memory.usageBytes()) + " used of ";
            String limit =
                    memory.limitBytes().isPresent()
                            ? used + new ByteSize(memory.limitBytes().getAsLong())
                            : used + "no limit";
            List<String> found = new ArrayList<>(List.of(limit));
            found.addAll(group.above().sentences());
            return Reading.of(String.join("; ", found));
        } catch (IOException e) {
            return Reading.missing(IoReason.of(e));
        }
    }
}
