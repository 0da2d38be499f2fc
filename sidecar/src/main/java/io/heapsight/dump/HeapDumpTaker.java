/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.analysis.SummarizedDump;
import io.heapsight.dump.analysis.SummaryClasses;
import io.heapsight.dump.capture.DumpFailures;
import io.heapsight.dump.capture.DumpRequest;
import io.heapsight.dump.capture.DumpWrite;
import io.heapsight.dump.capture.HeapDumper;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.heap.GarbageFromHistograms;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.job.SkippedPart;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.kept.StorageRetention;
import io.heapsight.operation.Operation;
import io.heapsight.operation.OperationGate;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationRequest;
import io.heapsight.operation.Pause;
import io.heapsight.pause.PauseLimit;
import io.heapsight.transfer.LeftoverFileLogger;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Takes heap dumps as jobs, limited by {@link OperationGate}. Stores each dump with data queried
 * from its target, then starts its analysis.
 *
 * @param histograms count the garbage in the JVM
 * @param commandTimeout of a command that ends immediately
 */
public record HeapDumpTaker(
        Jobs jobs,
        OperationGate operations,
        HistogramTaker histograms,
        HeapDumper dumper,
        StorageRetention<DumpRecord> retention,
        DumpAnalyses analyses,
        Duration commandTimeout,
        InstantSource clock,
        EventLog log) {
    /** Share of the dump in the job's progress; an analysis takes several times as long. */
    private static final double SHARE_OF_TAKING = 0.3;

    private static final double SHARE_OF_TAKING_ALONE = 0.8;

    /**
     * Starts to take a dump. If its summary can't be created, the job only reports that, because
     * the dump itself can't be repeated.
     *
     * @param limit of its pause
     * @param caller for the audit log
     * @throws ProblemException without a job, if the gate is closed, the pause is too long, space
     *     is missing, or the target doesn't answer
     */
    public JobSnapshot take(
            TargetConnection target, DumpRequest request, PauseLimit limit, String caller)
            throws ProblemException {
        return take(target, request, limit, caller, _ -> {});
    }

    /**
     * Takes a dump, analyses it, and waits for the summary. The dump is stored as usual. If an
     * analysis is impossible, no dump is taken.
     *
     * @param cancel also ends the job
     * @throws ProblemException the obstacle
     */
    public SummarizedDump takeSummarized(
            TargetConnection target, String caller, CancelSignal cancel) throws ProblemException {
        analyses.check();
        AtomicReference<DumpRecord> dump = new AtomicReference<>();
        PauseLimit limit = histograms.pauses().ofRequest(Optional.empty());
        JobSnapshot job = take(target, DumpRequest.USUAL, limit, caller, dump::set);
        jobs.await(job.id(), cancel);
        try {
            return new SummarizedDump(dump.get(), SummaryClasses.of(store(), dump.get()));
        } catch (IOException e) {
            throw DumpFailures.files(target, e);
        }
    }

    private JobSnapshot take(
            TargetConnection target,
            DumpRequest request,
            PauseLimit limit,
            String caller,
            Consumer<DumpRecord> taken)
            throws ProblemException {
        TargetJvm jvm = target.jvm();
        double share = request.analyze() ? SHARE_OF_TAKING : SHARE_OF_TAKING_ALONE;
        return jobs.start(
                JobKind.HEAPDUMP,
                jvm.label(),
                caller,
                job -> {
                    Optional<Problem> obstacle =
                            request.analyze() ? analyses.obstacle() : Optional.empty();
                    obstacle.ifPresent(why -> job.skip(SkippedPart.summary(why)));
                    job.part(0, share);
                    DumpRecord dump =
                            operations.run(
                                    new OperationRequest(
                                            OperationKind.HEAPDUMP,
                                            jvm.pid(),
                                            jvm.name(),
                                            caller,
                                            job.cancel()),
                                    operation -> keep(target, request, limit, job, operation));
                    job.result("/heapdumps/" + dump.id());
                    taken.accept(dump);
                    if (obstacle.isPresent()) {
                        return;
                    }
                    job.part(share, 1);
                    if (request.analyze()) {
                        analyses.summarize(dump, job);
                    } else {
                        analyses.withSha256(dump, job);
                    }
                });
    }

    private DumpStore store() {
        return new DumpStore(retention.files());
    }

    private DumpRecord keep(
            TargetConnection target,
            DumpRequest request,
            PauseLimit limit,
            Job job,
            Operation operation)
            throws ProblemException {
        DumpStore store = store();
        store.prepare();
        TargetJvm jvm = target.jvm();
        String id = store.newId(clock.instant(), jvm.pid());
        Path part = store.partOf(id);
        DumpWrite write = dumper.prepare(target, request, id, part, job::at, job.cancel());
        DumpPause pause =
                DumpPause.require(histograms, target, write, limit, commandTimeout, operation);
        job.pause(new Pause(operation.pause().expected(), Optional.empty()));
        write = write.counting(pause.heap());
        write.require(retention.excessBytes(1, write.expectedBytes()));
        String flags = target.jcmd(JcmdCommand.FLAGS, commandTimeout, job.cancel());
        retention.make(1, write.expectedBytes(), ""); // last: a refusal must not delete dumps
        Supplier<Optional<GarbageFromHistograms>> count = count(target, request, job, operation);
        String way = write.through(pause.measured(operation)).run(job::accepted);
        try {
            Optional<GarbageFromHistograms> garbage = count.get();
            job.pause(operation.pause());
            DumpRecord dump =
                    new DumpRecord(
                            id,
                            clock.instant(),
                            jvm.pid(),
                            jvm.name(),
                            Files.size(part),
                            request.live(),
                            request.gzip(),
                            Optional.empty(),
                            SapMachineArrayLimit.words(flags)
                                    .map(it -> way + "; " + it)
                                    .orElse(way));
            operation.addBytes(dump.bytes());
            DurableFiles.write(store.flags(dump), flags);
            if (garbage.isPresent()) {
                DurableFiles.write(store.countedGarbage(dump), garbage.get().text());
            }
            store.add(dump, part);
            retention.make(0, 0, id);
            return dump;
        } catch (IOException e) {
            retention.removeUnkept(id);
            throw DumpFailures.files(target, e);
        } catch (RuntimeException | Error e) {
            retention.removeUnkept(id); // cancelled while the target counted live objects
            throw e;
        }
    }

    /** Starts to count the target's garbage, if requested; returns the result after the dump. */
    private Supplier<Optional<GarbageFromHistograms>> count(
            TargetConnection target, DumpRequest request, Job job, Operation operation) {
        if (!request.exactGarbage() || GarbageCounter.isUnknown(target, job)) {
            return Optional::empty;
        }
        if (request.live()) {
            // The objects in the dump have just survived a full collection.
            return () -> Optional.of(new GarbageFromHistograms(true));
        }
        return new GarbageCounter(histograms, target, operation, job)::end;
    }

    /** Deletes files that a killed sidecar left in a target. */
    public void removeLeftovers(TargetConnection target) {
        List<String> removed = dumper.removeLeftovers(target);
        LeftoverFileLogger.tell(log, target, removed);
    }
}
