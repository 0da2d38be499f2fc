/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.jstat.Sample;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.proc.HostCpu;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessOutputLineCounter;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A run that is being recorded. Not thread-safe, except for its identity and end. */
final class ActiveRun {
    private static final String NO_PROFILE = "it has no profile: ";

    private final RunName name;
    private final RunClock clock;
    private final TargetJvm jvm;
    private final GarbageCountMethod garbage;
    private final boolean untilExit;
    private final Optional<RunHistogram> heapAtStart;
    private final RunStore store;
    private final RunLog log;
    private final long mostBytes;
    private final ProcFs procFs;
    private final ProcessOutputLineCounter output;
    private List<RunColumn> columns = List.of();
    private @Nullable HostCpu host;
    private volatile @Nullable Instant stopped;
    private double records;
    private boolean profileOwed;
    private Instant profileEnd = Instant.MIN;

    /** Thrown if a recording can't continue, with the reason. */
    static final class Ended extends Exception {
        private static final long serialVersionUID = 1;

        Ended(String reason) {
            super(reason);
        }

        Ended(String reason, IOException cause) {
            super(reason, cause);
        }
    }

    /**
     * @param clock of the run, running since its start
     * @param request of the run
     * @param file its log already contains the head of the run
     * @param procFs reads the target's files
     */
    ActiveRun(
            Run head,
            RunClock clock,
            TargetJvm jvm,
            RunRecorder.Request request,
            RunFile file,
            ProcFs procFs) {
        this.name = head.name();
        this.clock = clock;
        this.heapAtStart = head.heapAtStart();
        this.jvm = jvm;
        this.garbage = request.garbage();
        this.untilExit = request.untilExit();
        this.profileOwed = request.profile().isPresent();
        this.store = file.store();
        this.log = file.log();
        this.mostBytes = file.mostBytes();
        this.procFs = procFs;
        this.output = new ProcessOutputLineCounter(procFs, jvm.pid());
    }

    /**
     * The destination.
     *
     * @param mostBytes maximum size of the file
     */
    record RunFile(RunStore store, RunLog log, long mostBytes) {}

    RunName name() {
        return name;
    }

    boolean isOf(TargetJvm other) {
        return jvm.isSameProcessAs(other);
    }

    boolean isOf(int pid) {
        return jvm.pid() == pid;
    }

    /** Returns the time some duration ago, but not before the start of the run. Thread-safe. */
    Instant ago(Duration ago) {
        Instant moment = clock.now().minus(ago);
        return moment.isBefore(clock.started()) ? clock.started() : moment;
    }

    boolean isUntilExit() {
        return untilExit;
    }

    /** Returns the end of the run; empty while the run is being recorded. Thread-safe. */
    Optional<Instant> over() {
        return Optional.ofNullable(stopped);
    }

    GarbageCountMethod garbage() {
        return garbage;
    }

    Optional<RunHistogram> heapAtStart() {
        return heapAtStart;
    }

    void add(Sample sample) throws Ended {
        if (stopped != null) {
            return;
        }
        for (String news : clock.news()) {
            append(RunLineWriter.warning(news));
        }
        SampleRow row = new SampleRow(sample, hostCpu(), output.count());
        if (!row.columns().equals(columns)) {
            append(RunLineWriter.columns(row.columns()));
            columns = row.columns();
        }
        append(RunLineWriter.row(clock.at(sample.nanos()).toEpochMilli(), row.values()));
    }

    /**
     * Adds a mark with the present time or, after the end of the run, with the time of the end.
     * Returns false if the work decreased.
     */
    boolean add(ProgressMark.Kind kind, double value) throws Ended {
        ProgressMark mark = new ProgressMark(over().orElseGet(clock::now), kind, value);
        if (kind == ProgressMark.Kind.RECORDS) {
            if (value < records) {
                return false;
            }
            records = value;
        }
        append(RunLineWriter.mark(mark));
        return true;
    }

    /** Receives the requested profile, or the reason why it is missing. */
    void add(Reading<RunProfile> outcome) throws Ended {
        profileOwed = false;
        switch (outcome) {
            case Reading.Present<RunProfile>(RunProfile profile) -> {
                byte[] line = RunLineWriter.profile(profile);
                if (log.bytes() + line.length > mostBytes) {
                    append(
                            RunLineWriter.warning(
                                    NO_PROFILE + "its file would exceed " + mostBytes()));
                } else {
                    append(line);
                    profileEnd =
                            profile.startedAt().plusMillis(Math.round(1e3 * profile.seconds()));
                }
            }
            case Reading.Missing<RunProfile>(String reason) ->
                    append(RunLineWriter.warning(NO_PROFILE + reason));
        }
    }

    /** Ends sampling, and syncs the file to the disk. */
    void stop(Instant when) throws Ended {
        stopped = when;
        append(RunLineWriter.stopped(when));
    }

    /** Writes the last lines, in the reserved space if the disk is full. */
    void finish(Optional<RunHistogram> heapAtStop, List<String> warnings) throws IOException {
        Instant end = over().orElseGet(clock::now);
        List<String> said = new ArrayList<>(clock.news());
        if (profileOwed) {
            said.add(NO_PROFILE + RunProfiling.EARLY);
        }
        if (profileEnd.isAfter(end)) {
            said.add("its profile continues after its end");
        }
        said.addAll(warnings);
        try (log) {
            if (heapAtStop.isPresent()) {
                try {
                    log.append(RunLineWriter.heapAtStop(heapAtStop.get()));
                } catch (IOException e) {
                    said.add("not enough space for the objects at the stop: " + IoReason.of(e));
                }
            }
            store.inReserve(() -> lastLines(end, said));
        } catch (IOException e) {
            store.abandoned(name);
            throw e;
        }
        store.whole(name);
    }

    private void lastLines(Instant end, List<String> warnings) throws IOException {
        for (String warning : warnings) {
            log.append(RunLineWriter.warning(warning));
        }
        log.append(RunLineWriter.stopped(end));
        log.sync();
    }

    private void append(byte[] line) throws Ended {
        if (log.bytes() + line.length > mostBytes) {
            throw new Ended(Run.ended(": its file has reached " + mostBytes()));
        }
        try {
            log.append(line);
        } catch (IOException e) {
            throw new Ended(Run.ended(": its file can't be written: " + IoReason.of(e)), e);
        }
    }

    private String mostBytes() {
        return "HEAPSIGHT_MAX_RUN_SIZE, " + new ByteSize(mostBytes);
    }

    private double hostCpu() {
        try {
            HostCpu now = procFs.hostCpu();
            double ratio = host == null ? Double.NaN : now.busyRatioSince(host);
            host = now;
            return ratio;
        } catch (IOException _) {
            return Double.NaN; // not readable: the machine's CPU usage is unknown
        }
    }
}
