/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.dump.HeapDumpTaker;
import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.jstat.Sample;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.pause.PauseLimit;
import io.heapsight.profile.ProfileRequest;
import io.heapsight.profile.ProfileServices;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Records runs: writes each sample of a target to its active runs. A separate thread writes, so
 * that the sampler never waits for a disk. Thread-safe.
 */
public final class RunRecorder implements AutoCloseable {
    /**
     * A request for a run.
     *
     * @param labels of the run
     * @param garbage method for counting objects by class, at the start and at the stop
     * @param profile event to profile
     * @param untilExit whether the exit of the target ends the run normally
     */
    public record Request(
            RunName name,
            Map<String, String> labels,
            GarbageCountMethod garbage,
            Optional<ProfileRequest> profile,
            boolean untilExit) {}

    /** Takes the captures of a run other than samples. */
    public record Takers(
            HistogramTaker histograms, HeapDumpTaker heapDumps, ProfileServices profiles) {}

    /**
     * The source of samples.
     *
     * @param monitors of the sampled targets
     * @param sampleNow takes an additional sample of each
     * @param clock of the samples
     */
    public record Sampling(
            Supplier<List<TargetMonitor>> monitors, Runnable sampleNow, SteadyClock clock) {}

    private final RunStore store;
    private final Sampling sampling;
    private final Takers takers;
    private final long mostBytes;
    private final EventLog log;
    private final RunWriterThread writer = new RunWriterThread();
    private final Map<RunName, ActiveRun> recordings = new ConcurrentHashMap<>();
    private final Map<RunName, RunProfiling> profilings = new ConcurrentHashMap<>();
    private final AtomicLong lastStart;

    /**
     * Creates a recorder without active runs.
     *
     * @param mostBytes maximum size of a run's file
     */
    public RunRecorder(
            RunStore store, Sampling sampling, Takers takers, long mostBytes, EventLog log) {
        this.store = store;
        this.sampling = sampling;
        this.takers = takers;
        this.mostBytes = mostBytes;
        this.log = log;
        this.lastStart = new AtomicLong(sampling.clock().nanoTime());
    }

    public RunStore store() {
        return store;
    }

    /**
     * Starts a run. If garbage is requested, objects are counted first: the full GC is not part of
     * the run. If a profile is requested, it follows {@link RunProfiling#OFFSET} later.
     *
     * @throws ProblemException if the name exists, the disk is full, the gate is closed, or
     *     profiling is disabled
     */
    public void start(TargetConnection target, Request request, String caller, CancelSignal cancel)
            throws ProblemException {
        store.checkFree(request.name());
        requireAllowed(request.profile());
        Optional<RunHistogram> heap = Optional.empty();
        if (request.garbage() != GarbageCountMethod.NONE) {
            heap = Optional.of(RunHistogram.of(garbage(target, caller, cancel)));
        }
        TargetJvm jvm = target.jvm();
        RunClock clock =
                new RunClock(sampling.clock, lastStart.getAndSet(sampling.clock.nanoTime()));
        Run head =
                new Run(
                        request.name(),
                        RunTarget.of(jvm),
                        jvm.flags().all().stream().map(flag -> flag.shown()).toList(),
                        RunLimits.of(
                                jvm, monitor(jvm::isSameProcessAs).flatMap(TargetMonitor::latest)),
                        request.labels(),
                        clock.started(),
                        Optional.empty(),
                        RunSamples.NONE,
                        List.of(),
                        heap,
                        Optional.empty(),
                        Optional.empty(),
                        List.of());
        RunLog file = store.begin(head);
        ActiveRun recording =
                new ActiveRun(
                        head,
                        clock,
                        jvm,
                        request,
                        new ActiveRun.RunFile(store, file, mostBytes),
                        target.procFs());
        recordings.put(request.name(), recording);
        request.profile().ifPresent(profile -> profile(recording, target, profile, caller));
        sampling.sampleNow.run();
        writer.call(() -> {}); // lines logged after this call count after the first sample
        log.info(
                "run started",
                field("run", request.name()),
                field("target", jvm.name()),
                field("pid", jvm.pid()),
                field("caller", caller));
    }

    /**
     * Stores a run made from earlier samples.
     *
     * @throws ProblemException if the name exists, the disk is full, or the time span has no
     *     samples
     */
    public void store(TargetConnection target, PastRunRequest request, String caller)
            throws ProblemException {
        store.checkFree(request.name());
        long previous = lastStart.get();
        RunClock clock = new RunClock(sampling.clock, previous);
        long now = sampling.clock.nanoTime();
        Optional<TargetMonitor> sampled = monitor(target.jvm()::isSameProcessAs);
        store.add(PastRunBuilder.of(request, target.jvm(), sampled, clock.news()));
        lastStart.compareAndSet(previous, now);
        log.info(
                "past run stored",
                field("run", request.name()),
                field("target", target.jvm().name()),
                field("caller", caller));
    }

    /**
     * Ends a run. If requested, counts objects afterwards, and records a failure of that in the
     * run.
     *
     * @param ago time since the run ended; later samples are dropped
     * @throws ProblemException if it is not being recorded, or its end can't be written
     */
    public void stop(RunName name, Duration ago, String caller, CancelSignal cancel)
            throws ProblemException {
        if (recordings.containsKey(name)) {
            sampling.sampleNow.run();
        }
        ActiveRun recording = recordings.remove(name);
        if (recording == null) {
            throw new ProblemException(notRecorded(name));
        }
        RunProfiling profiling = profilings.remove(name);
        Instant when = recording.over().orElseGet(() -> recording.ago(ago));
        List<String> warnings = new ArrayList<>();
        try {
            writer.call(() -> recording.stop(when));
        } catch (ActiveRun.Ended e) {
            warnings.add(String.valueOf(e.getMessage()));
        }
        if (profiling != null) {
            profiling.end();
        }
        Optional<RunHistogram> heap = Optional.empty();
        if (recording.garbage() != GarbageCountMethod.NONE) {
            try {
                heap = Optional.of(heapOf(recording, caller, cancel));
            } catch (ProblemException e) {
                warnings.add("no objects were counted at the stop: " + e.problem().detail());
            } catch (CancellationException _) {
                warnings.add("no objects were counted at the stop: it was cancelled");
            }
        }
        Optional<RunHistogram> counted = heap;
        try {
            writer.call(() -> recording.finish(counted, warnings));
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.NO_ROOM,
                    "The end of the run can't be written",
                    name + ": " + IoReason.of(e),
                    "The data recorded until then is stored. Free some space in "
                            + "HEAPSIGHT_DATA_DIR.",
                    e);
        }
        log.info("run stopped", field("run", name), field("caller", caller));
    }

    /**
     * Adds a mark.
     *
     * @throws ProblemException if the run is not being recorded, or the work decreased
     */
    public void mark(RunName name, ProgressMark.Kind kind, double value) throws ProblemException {
        ActiveRun recording = recordings.get(name);
        if (recording == null) {
            throw new ProblemException(notRecorded(name));
        }
        boolean taken;
        try {
            taken = writer.get(() -> recording.add(kind, value));
        } catch (ActiveRun.Ended e) {
            writer.call(() -> end(recording, String.valueOf(e.getMessage())));
            throw new ProblemException(notRecorded(name), e);
        }
        if (!taken) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "Work can't be undone",
                    "records=%.0f is less than an earlier report.".formatted(value),
                    "Send the total work since the start of the run.");
        }
    }

    /** Receives a new sample of a target. Never blocks. */
    public void sampled(TargetMonitor monitor) {
        for (ActiveRun recording : recordings.values()) {
            if (recording.isOf(monitor.jvm())) {
                monitor.latest().ifPresent(sample -> writer.submit(() -> add(recording, sample)));
            }
        }
    }

    /** Ends the runs of a target that has ended. */
    public void targetGone(int pid) {
        for (ActiveRun recording : recordings.values()) {
            if (recording.isOf(pid)) {
                Instant when = recording.ago(Duration.ZERO);
                writer.submit(() -> targetGone(recording, when));
            }
        }
    }

    private void targetGone(ActiveRun recording, Instant when) {
        if (recording.isUntilExit()) {
            try {
                // The caller that waits for this end still sends the last marks, and stops the run.
                recording.stop(when);
                return;
            } catch (ActiveRun.Ended e) {
                log.warn("run can't be ended", field("reason", String.valueOf(e.getMessage())));
            }
        }
        end(recording, Run.ended(": the target is gone"));
    }

    /**
     * Checks whether a run may have a profile.
     *
     * @throws ProblemException if profiles are not allowed
     */
    public void requireAllowed(Optional<ProfileRequest> profile) throws ProblemException {
        if (profile.isPresent()) {
            takers.profiles().taker().requireAllowed(profile.get().event());
        }
    }

    private void profile(
            ActiveRun recording, TargetConnection target, ProfileRequest request, String caller) {
        profilings.put(
                recording.name(),
                RunProfiling.start(
                        takers.profiles(),
                        target,
                        request,
                        caller,
                        outcome -> writer.submit(() -> add(recording, outcome))));
    }

    private void add(ActiveRun recording, Reading<RunProfile> outcome) {
        try {
            recording.add(outcome);
        } catch (ActiveRun.Ended e) {
            end(recording, String.valueOf(e.getMessage()));
        }
    }

    /** Returns whether the target has ended, for a run that lasts until the target's exit. */
    public boolean isOver(RunName name) {
        ActiveRun recording = recordings.get(name);
        return recording == null || recording.over().isPresent();
    }

    /** Ends all runs when the sidecar exits. */
    @Override
    public void close() {
        for (ActiveRun recording : recordings.values()) {
            writer.submit(() -> end(recording, Run.ended(": the sidecar was stopped")));
        }
        writer.close();
    }

    private void add(ActiveRun recording, Sample sample) {
        try {
            recording.add(sample);
        } catch (ActiveRun.Ended e) {
            end(recording, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            log.error("recording failed", e);
            end(recording, Run.ended(" by a bug in heapsight: the sidecar's log has the details"));
        }
    }

    private void end(ActiveRun recording, String reason) {
        if (!recordings.remove(recording.name(), recording)) {
            return; // another caller is stopping the run
        }
        RunProfiling profiling = profilings.remove(recording.name());
        if (profiling != null) {
            profiling.cancel();
        }
        log.warn("run ended", field("run", recording.name()), field("reason", reason));
        try {
            boolean whole = recording.over().isPresent(); // only the last marks are missing
            recording.finish(Optional.empty(), whole ? List.of() : List.of(reason));
        } catch (IOException e) {
            log.error("the end of a run can't be written", field("reason", e));
        }
    }

    private RunHistogram heapOf(ActiveRun recording, String caller, CancelSignal cancel)
            throws ProblemException {
        TargetMonitor target =
                monitor(recording::isOf)
                        .orElseThrow(
                                () ->
                                        new ProblemException(
                                                Problem.Kind.GONE,
                                                "The target is gone",
                                                "the target is gone",
                                                "Stop the run before its target ends."));
        TargetConnection connection = target.connection();
        return recording.garbage() == GarbageCountMethod.DUMP
                ? RunHistogram.of(
                        takers.heapDumps().takeSummarized(connection, caller, cancel),
                        recording.heapAtStart())
                : RunHistogram.of(garbage(connection, caller, cancel));
    }

    private GarbageByClass garbage(TargetConnection target, String caller, CancelSignal cancel)
            throws ProblemException {
        HistogramTaker histograms = takers.histograms();
        PauseLimit limit = histograms.pauses().ofRequest(Optional.empty());
        return histograms.garbage(target, limit, caller, cancel).result();
    }

    private Optional<TargetMonitor> monitor(Predicate<TargetJvm> wanted) {
        return sampling.monitors.get().stream().filter(each -> wanted.test(each.jvm())).findFirst();
    }

    private Problem notRecorded(RunName name) {
        if (!store.contains(name)) {
            return RunStore.none(name);
        }
        return new Problem(
                Problem.Kind.CONFLICT,
                "The run is not being recorded",
                name + " has been stopped, or has ended.",
                "GET /runs/%s shows it.".formatted(RunStore.encoded(name)));
    }
}
