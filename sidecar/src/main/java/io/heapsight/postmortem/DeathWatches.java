/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.dump.OutOfMemoryDumpCopier;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.JvmFlag;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.OversizedHeap;
import io.heapsight.proc.ProcFs;
import io.heapsight.recording.ContinuousRecordings;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunTarget;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.TimeIds;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Watches every target and writes a post-mortem when it dies. One small thread per target sleeps in
 * the kernel until the target ends.
 *
 * <p>Thread-safe.
 */
public final class DeathWatches implements AutoCloseable {
    private final PostmortemStore store;
    private final HistogramHistory histograms;
    private final ContinuousRecordings continuousRecordings;
    private final OutOfMemoryDumpCopier outOfMemoryDumps;
    private final TargetCaptures kept;
    private final OomKillTotals oomKills = new OomKillTotals();
    private final PostmortemCheckpoints checkpoints;
    private final InstantSource clock;
    private final EventLog log;
    private final Object changes = new Object();
    private final Map<Integer, DeathWatch> watches = new ConcurrentHashMap<>();

    /**
     * Sources of data other than samples.
     *
     * @param histograms the last ones
     * @param continuousRecordings recordings of the targets until their death
     * @param outOfMemoryDumps stores heap dumps that JVMs write by themselves
     * @param kept captures of the targets
     */
    public record Sources(
            HistogramHistory histograms,
            ContinuousRecordings continuousRecordings,
            OutOfMemoryDumpCopier outOfMemoryDumps,
            TargetCaptures kept) {}

    /** Creates an instance without watches. */
    public DeathWatches(PostmortemStore store, Sources sources, InstantSource clock, EventLog log) {
        this.store = store;
        this.histograms = sources.histograms();
        this.continuousRecordings = sources.continuousRecordings();
        this.outOfMemoryDumps = sources.outOfMemoryDumps();
        this.kept = sources.kept();
        this.clock = clock;
        this.log = log;
        this.checkpoints = new PostmortemCheckpoints(store, log);
    }

    /** Reports targets that ended together with an earlier sidecar. */
    public void concludeCheckpoints(ProcFs procFs) {
        checkpoints.conclude(procFs);
    }

    public PostmortemStore store() {
        return store;
    }

    /** Returns the kernel's counts, also for past targets. */
    public OomKillTotals oomKills() {
        return oomKills;
    }

    /** Starts to watch a target. Doesn't block. */
    public void came(TargetMonitor monitor) {
        DeathWatch watch = new DeathWatch(monitor);
        watches.put(monitor.jvm().pid(), watch);
        Thread.ofPlatform()
                .name("heapsight-death-watch-" + monitor.jvm().pid())
                .daemon()
                .start(() -> keep(watch));
    }

    /** Processes a new sample of a target. Doesn't block. */
    public void sampled(TargetMonitor monitor) {
        monitor.latest()
                .ifPresent(
                        sample ->
                                oomKills.seen(
                                        monitor.label(),
                                        sample.value(SampleField.CONTAINER_OOM_KILLS)));
    }

    /**
     * Called when the sampler no longer sees a target, before its histograms are deleted. Doesn't
     * block.
     */
    public void gone(int pid) {
        DeathWatch watch = watches.remove(pid);
        if (watch != null) {
            watch.gone(histograms.last(pid));
        }
    }

    /** Adds a file of a target that was found after its death. */
    private record Left(
            Optional<CrashLog> crashLog,
            Optional<String> recording,
            Optional<OutOfMemoryDumpOutcome> heapDump) {
        static final Left NOTHING = new Left(Optional.empty(), Optional.empty(), Optional.empty());
    }

    private void keep(DeathWatch watch) {
        TargetJvm jvm = watch.monitor().jvm();
        try (DeathEvidenceCollector probe =
                new DeathEvidenceCollector(watch.monitor(), outOfMemoryDumps)) {
            if (watch.awaitEnd(probe, () -> checkpoint(watch))) {
                conclude(watch, probe);
            } else if (!watch.isClosed()) {
                checkpoints.remove(jvm);
            }
        } catch (IOException e) {
            log.warn(
                    "no post-mortem",
                    field("target", jvm.name()),
                    field("pid", jvm.pid()),
                    field("reason", e));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | OutOfMemoryError e) {
            log.error("a post-mortem failed", e);
        } finally {
            watches.remove(jvm.pid(), watch);
            if (!watch.isClosed()) {
                continuousRecordings.forget(jvm);
            }
        }
    }

    private void conclude(DeathWatch watch, DeathEvidenceCollector probe) throws IOException {
        TargetJvm jvm = watch.monitor().jvm();
        Instant diedAt = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        List<PostmortemSample> samples = PostmortemSample.last(watch.monitor().samples());
        DeathEvidence evidence = probe.evidence(samples);
        DeathCause reason = withHeap(DeathDiagnosis.reason(evidence), watch);
        Optional<OutOfMemoryDumpOutcome> dump =
                probe.dumps().state(reason.kind() == DeathCause.Kind.OUT_OF_MEMORY_ERROR);
        Left left = new Left(evidence.crashLog(), continuousRecordings.keep(jvm, diedAt), dump);
        Postmortem postmortem =
                postmortem(store.newId(diedAt, jvm.pid()), watch, diedAt, reason, samples, left);
        boolean isStored = false;
        try {
            write(postmortem, evidence, watch.monitor().label());
            isStored = true; // the store may delete it at once, to keep abnormal deaths
        } finally {
            // If the disk is full, the checkpoint is the only record.
            if (isStored || Files.isRegularFile(store.file(postmortem.id()))) {
                checkpoints.remove(jvm);
            }
        }
        List<String> all = kept(watch);
        change(postmortem.id(), known -> known.withKept(all));
        if (probe.crashFile().isPresent()) {
            store.addCrashLog(postmortem.id(), probe.crashFile().get().content());
        }
        dump.ifPresent(
                own ->
                        probe.dumps()
                                .whenDone(
                                        own,
                                        now -> change(postmortem.id(), known -> known.with(now))));
    }

    /**
     * Adds that an OOM kill happened without a leak, if the limit is too small for the heap's
     * maximum.
     */
    private static DeathCause withHeap(DeathCause reason, DeathWatch watch) {
        return reason.kind() == DeathCause.Kind.OOM_KILL
                ? OversizedHeap.of(watch.monitor())
                        .map(OversizedHeap::sentence)
                        .map(reason::with)
                        .orElse(reason)
                : reason;
    }

    /** Changes a post-mortem. */
    private void change(String id, UnaryOperator<Postmortem> change) {
        try {
            synchronized (changes) {
                Optional<Postmortem> known = store.find(id);
                Optional<Postmortem> changed = known.map(change);
                if (changed.isPresent() && !changed.equals(known)) {
                    store.replace(changed.get());
                }
            }
        } catch (IOException e) {
            log.warn(
                    "a post-mortem lacks links to some stored files",
                    field("postmortem", id),
                    field("reason", e));
        }
    }

    /** Saves a checkpoint; ignores errors, since the previous one is only a little older. */
    private void checkpoint(DeathWatch watch) {
        try {
            writeCheckpoint(watch);
        } catch (OutOfMemoryError e) {
            log.error("a checkpoint failed", e);
        }
    }

    private void writeCheckpoint(DeathWatch watch) {
        List<PostmortemSample> samples = PostmortemSample.last(watch.monitor().samples());
        if (!samples.isEmpty()) {
            PostmortemSample last = samples.getLast();
            DeathCause reason = withHeap(DeathDiagnosis.unseen(Optional.of(last)), watch);
            TargetJvm jvm = watch.monitor().jvm();
            String id = TimeIds.of(last.at(), jvm.pid());
            checkpoints.write(jvm, postmortem(id, watch, last.at(), reason, samples, Left.NOTHING));
        }
    }

    private Postmortem postmortem(
            String id,
            DeathWatch watch,
            Instant diedAt,
            DeathCause reason,
            List<PostmortemSample> samples,
            Left left) {
        TargetJvm jvm = watch.monitor().jvm();
        return new Postmortem(
                id,
                RunTarget.of(jvm),
                diedAt,
                reason,
                RunLimits.of(jvm, watch.monitor().latest()),
                jvm.flags().all().stream().map(JvmFlag::shown).toList(),
                samples,
                watch.lastHistogram(histograms).map(LastHistogram::of),
                left.crashLog(),
                left.recording(),
                left.heapDump(),
                kept(watch));
    }

    private List<String> kept(DeathWatch watch) {
        return kept.of(
                watch.monitor().jvm().pid(), Instant.ofEpochMilli(watch.monitor().startMillis()));
    }

    /**
     * Adds a stored file to the post-mortem of its target, if that has died.
     *
     * @param path in the API
     */
    public void kept(String id, String path) {
        store.firstAfter(id)
                .ifPresent(dead -> change(dead, known -> known.withKept(List.of(path))));
    }

    private void write(Postmortem postmortem, DeathEvidence evidence, String label)
            throws IOException {
        evidence.oomKills().after().ifPresent(count -> oomKills.seen(label, count));
        store.add(postmortem);
        log.warn(
                "target died",
                field("target", label),
                field("pid", postmortem.target().pid()),
                field("reason", postmortem.reason().kind().label()),
                field("certainty", postmortem.reason().certainty().label()),
                field("postmortem", postmortem.id()));
    }

    @Override
    public void close() {
        watches.values().forEach(DeathWatch::close);
        watches.clear();
    }
}
