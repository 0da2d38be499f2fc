/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessStat;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds all visible JVMs by scanning /proc, in any mount and PID namespace. Inspects a process
 * once, and again after it has replaced its program. Also inspects a young process again, because a
 * starting JVM has not mapped its library or its counters yet. Otherwise a scan reads one line per
 * process. Not thread-safe.
 */
public final class TargetFinder {
    /** Age up to which a process is young; a JVM that has counters has them long before. */
    private static final double YOUNG_SECONDS = 30;

    /** Scans between two inspections of an old process: it may have loaded a JVM since. */
    private static final int LOOK_AGAIN_AFTER_SCANS = 60;

    private final ProcFs procFs;
    private final WorkerProcessPool workers;
    private final TargetInspector inspector;
    private Map<Integer, Seen> seen = new HashMap<>();

    /**
     * Finds visible JVMs.
     *
     * @param workers inspect processes of other users if root itself may not
     */
    public TargetFinder(ProcFs procFs, WorkerProcessPool workers) {
        this.procFs = procFs;
        this.workers = workers;
        this.inspector = new TargetInspector(procFs);
    }

    /** The result of inspecting a process. */
    private record Seen(ProcessStat stat, Optional<TargetJvm> jvm, boolean isFinal, int scans) {
        boolean stillHolds(ProcessStat now) {
            return stat.startTicks() == now.startTicks()
                    && stat.comm().equals(now.comm())
                    && isFinal
                    && (jvm.isPresent() || scans < LOOK_AGAIN_AFTER_SCANS);
        }

        Seen again() {
            return new Seen(stat, jvm, isFinal, scans + 1);
        }
    }

    /** Finds all visible JVMs except heapsight's own and the JDK's tools, in order of pid. */
    public List<TargetJvm> find() throws IOException {
        int self = procFs.self().pid();
        int[] pids = procFs.pids();
        Arrays.sort(pids);
        Map<Integer, Seen> now = new HashMap<>();
        List<TargetJvm> found = new ArrayList<>();
        for (int pid : pids) {
            Optional<Seen> process = pid == self ? Optional.empty() : lookIfThere(pid);
            process.ifPresent(each -> now.put(pid, each));
            process.flatMap(Seen::jvm).ifPresent(found::add);
        }
        seen = now;
        return found;
    }

    /** Returns whether a JVM started less than half a minute ago. */
    boolean isYoung(TargetJvm jvm) {
        try {
            double started = (double) jvm.startTicks() / procFs.clockTicks();
            return procFs.uptimeSeconds() - started < YOUNG_SECONDS;
        } catch (IOException _) {
            return false;
        }
    }

    private Optional<Seen> lookIfThere(int pid) {
        try {
            ProcessStat stat = procFs.stat(pid);
            return stat.hasEnded() ? Optional.empty() : Optional.of(look(pid, stat));
        } catch (IOException _) {
            return Optional.empty(); // it ended during the inspection
        }
    }

    private Seen look(int pid, ProcessStat stat) throws IOException {
        Seen before = seen.get(pid);
        if (before != null && before.stillHolds(stat) && hasSameCounters(before)) {
            return before.again();
        }
        Optional<TargetJvm> jvm = inspect(pid, stat);
        boolean complete =
                jvm.isPresent()
                        && jvm.get().countersFile().toOptional().isPresent()
                        && jvm.get().collector().toOptional().isPresent();
        boolean isFinal = complete || procFs.ageSeconds(stat) > YOUNG_SECONDS;
        return new Seen(stat, jvm, isFinal, 0);
    }

    /**
     * Inspects a process, with a worker of the process's user if otherwise only a guess is
     * possible.
     */
    private Optional<TargetJvm> inspect(int pid, ProcessStat stat) throws IOException {
        Optional<TargetJvm> jvm = inspector.inspect(pid, stat);
        if (jvm.isPresent()
                && jvm.get().vm() == Vm.UNKNOWN
                && TargetAccess.choose(procFs, workers, jvm.get())
                        instanceof TargetAccess.ThroughWorker(ProcFs allowed, var _)) {
            return new TargetInspector(allowed).inspect(pid, stat);
        }
        return jvm;
    }

    /**
     * Whether the counters file is the same: a program that replaced itself has the same start
     * time, but a new file.
     */
    private boolean hasSameCounters(Seen before) {
        Optional<CountersFile> file = before.jvm().flatMap(jvm -> jvm.countersFile().toOptional());
        if (file.isEmpty()) {
            return true;
        }
        try {
            return procFs.files().status(file.get().path()).inode() == file.get().inode();
        } catch (NoSuchFileException _) {
            return false;
        } catch (IOException _) {
            return true; // only a worker may inspect it
        }
    }
}
