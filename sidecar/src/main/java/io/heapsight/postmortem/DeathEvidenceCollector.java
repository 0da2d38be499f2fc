/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.cgroup.OomKillCounter;
import io.heapsight.dump.OutOfMemoryDumpCopier;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.postmortem.DeathEvidence.OomKillCount;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessStat;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Holds open the files that explain the death of a process: its pidfd, its /proc entry and its OOM
 * kill counter. Opens them while the process is running; the process does not notice. Not
 * thread-safe.
 */
final class DeathEvidenceCollector implements AutoCloseable {
    private static final int LINE_BYTES = 4096;

    /** Tolerance of a process's start time, which is known to the second. */
    private static final Duration CLOCK_SLACK = Duration.ofSeconds(2);

    /** Time after which a parent is unlikely to collect the status soon. */
    private static final Duration STATUS_PATIENCE = Duration.ofMillis(300);

    private static final Duration LOOK_EVERY = Duration.ofMillis(5);

    private final TargetMonitor monitor;
    private final ProcFs procFs;
    private final RandomAccessFile stat;
    private final Instant started;
    private final boolean showsStatus;
    private final @Nullable PidFd pidFd;
    private final @Nullable OomKillCounter oomKills;
    private final CrashArtifacts artifacts;
    private final OutOfMemoryDumpWatch dumps;
    private OptionalLong oomKillsAtFirst = OptionalLong.empty();
    private OptionalLong oomKillsSeen = OptionalLong.empty();
    private OptionalLong oomKillsAtDeath = OptionalLong.empty();
    private OptionalLong machineOomKillsSeen;
    private OptionalLong machineOomKillsAtDeath = OptionalLong.empty();
    private OptionalInt statusInStat = OptionalInt.empty();
    private Optional<OpenCrashLog> crashFile = Optional.empty();

    /**
     * Opens the files and the pidfd.
     *
     * @param keeper of heap dumps that the JVM writes by itself
     * @throws IOException if the process has already ended
     */
    DeathEvidenceCollector(TargetMonitor monitor, OutOfMemoryDumpCopier keeper) throws IOException {
        this.monitor = monitor;
        TargetJvm jvm = monitor.jvm();
        procFs = monitor.connection().procFs();
        stat = new RandomAccessFile(procFs.of(jvm.pid()).resolve("stat").toFile(), "r");
        pidFd = PidFd.open(jvm.pid()).orElse(null);
        // Checked last: proves that the descriptor belongs to this process.
        ProcessStat running = readStat();
        if (running.startTicks() != jvm.startTicks()) {
            closeFirst();
            throw new IOException("the pid now belongs to another process");
        }
        started =
                Instant.ofEpochSecond(
                        procFs.bootEpochSeconds() + jvm.startTicks() / procFs.clockTicks());
        showsStatus = running.willShowStatus();
        oomKills =
                OomKillCounter.open(procFs, jvm.pid()) instanceof Reading.Present(var counter)
                        ? counter
                        : null;
        oomKillsAtFirst = countOomKills();
        oomKillsSeen = oomKillsAtFirst;
        machineOomKillsSeen = countMachineOomKills();
        artifacts = new CrashArtifacts(procFs, jvm);
        artifacts.lookForCounters(jvm);
        dumps = new OutOfMemoryDumpWatch(procFs, jvm, started.minus(CLOCK_SLACK), keeper);
    }

    /** Returns whether the kernel reports the end immediately. */
    boolean isTold() {
        return pidFd != null;
    }

    /** Waits for the end; returns false if the process is still running. */
    boolean endsWithin(Duration patience) {
        PidFd fd = pidFd;
        if (fd == null) {
            throw new IllegalStateException("without a pidfd the end of a process is not reported");
        }
        boolean ended = fd.endsWithin(patience);
        if (ended) {
            takeFleeting();
        }
        return ended;
    }

    /** Returns whether the process has ended. */
    boolean hasEnded() {
        boolean ended;
        try {
            ended = readStat().hasEnded();
        } catch (IOException _) {
            ended = true;
        }
        if (ended) {
            takeFleeting();
        }
        return ended;
    }

    /**
     * Reads data that soon disappears: the /proc entry, then the control group, which the container
     * runtime removes.
     */
    private void takeFleeting() {
        oomKillsAtDeath = countOomKills();
        statusInStat = statusInStat();
        machineOomKillsAtDeath = countMachineOomKills();
    }

    /**
     * Reads the count of OOM kills while memory is short, since it rises some milliseconds before
     * the process's end.
     */
    void watchOomKills() {
        OptionalLong now = countOomKills();
        oomKillsSeen = now.isPresent() ? now : oomKillsSeen;
    }

    /** Reads the machine's OOM kill count: a later increase may be the death of this process. */
    void checkpoint() {
        machineOomKillsSeen = countMachineOomKills();
    }

    /** Looks for files that did not exist when the JVM was found. */
    void lookAgain() {
        artifacts.lookForCounters(monitor.jvm());
        dumps.look();
    }

    /** Returns the heap dump that the JVM wrote by itself, and its copy. */
    OutOfMemoryDumpWatch dumps() {
        return dumps;
    }

    /** Returns the crash log; its beginning is in the evidence. */
    Optional<OpenCrashLog> crashFile() {
        return crashFile;
    }

    /** Returns the evidence of the dead process. */
    DeathEvidence evidence(List<PostmortemSample> samples) {
        DeathEvidence.CountersFate counters = artifacts.counters();
        crashFile = artifacts.crashLog(started.minus(CLOCK_SLACK));
        Optional<DeathEvidence.WrittenDump> dump = dumps.atDeath();
        TargetJvm jvm = monitor.jvm();
        return new DeathEvidence(
                ending(),
                OomKillCount.of(samples, oomKillsAtFirst, oomKillsSeen, oomKillsAtDeath),
                machineOomKills(),
                counters,
                crashFile.map(OpenCrashLog::head),
                dump,
                jvm.flags().switchedOn("ExitOnOutOfMemoryError").isPresent(),
                samples.isEmpty() ? Optional.empty() : Optional.of(samples.getLast()));
    }

    private OptionalLong countOomKills() {
        OomKillCounter counter = oomKills;
        return counter == null ? OptionalLong.empty() : counter.read();
    }

    private OptionalLong countMachineOomKills() {
        try {
            return procFs.oomKills();
        } catch (IOException | NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    private OptionalLong machineOomKills() {
        return machineOomKillsSeen.isPresent() && machineOomKillsAtDeath.isPresent()
                ? OptionalLong.of(
                        machineOomKillsAtDeath.getAsLong() - machineOomKillsSeen.getAsLong())
                : OptionalLong.empty();
    }

    /**
     * Returns the exit status. The /proc entry of a zombie shows it to processes that may trace it,
     * and 0 to others. The pidfd shows it to all, but only after the entry has disappeared.
     */
    private Optional<ExitStatus> ending() {
        if (statusInStat.orElse(0) != 0) {
            return Optional.of(ExitStatus.of(statusInStat.getAsInt()));
        }
        OptionalInt kept = statusOfDescriptor();
        if (kept.isPresent()) {
            return Optional.of(ExitStatus.of(kept.getAsInt()));
        }
        return statusInStat.isPresent() && showsStatus
                ? Optional.of(ExitStatus.of(0))
                : Optional.empty();
    }

    private OptionalInt statusInStat() {
        try {
            ProcessStat dead = readStat();
            return dead.hasEnded() ? OptionalInt.of(dead.waitStatus()) : OptionalInt.empty();
        } catch (IOException _) {
            return OptionalInt.empty();
        }
    }

    private OptionalInt statusOfDescriptor() {
        PidFd fd = pidFd;
        if (fd == null) {
            return OptionalInt.empty();
        }
        long deadline = System.nanoTime() + STATUS_PATIENCE.toNanos();
        OptionalInt status = fd.waitStatus();
        while (status.isEmpty() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
            status = fd.waitStatus();
        }
        return status;
    }

    private ProcessStat readStat() throws IOException {
        byte[] line = new byte[LINE_BYTES];
        stat.seek(0);
        int length = stat.read(line);
        if (length <= 0) {
            throw new IOException("no such process");
        }
        return ProcessStat.parse(line, length);
    }

    private static void close(OpenCrashLog file) {
        try {
            file.close();
        } catch (IOException _) {
            return; // read only: nothing to lose
        }
    }

    private void closeFirst() {
        if (pidFd != null) {
            pidFd.close();
        }
        try {
            stat.close();
        } catch (IOException _) {
            return; // read only: nothing to lose
        }
    }

    @Override
    public void close() {
        closeFirst();
        crashFile.ifPresent(DeathEvidenceCollector::close);
        artifacts.close();
        dumps.close();
        if (oomKills != null) {
            oomKills.close();
        }
    }
}
