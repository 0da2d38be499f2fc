/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.StorageRetention;
import io.heapsight.proc.LocalFiles;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the last minutes of every target available as Flight Recorder recordings (black boxes), and
 * stores them when it dies. If disabled, stops recordings left by an earlier sidecar.
 *
 * <p>Thread-safe.
 */
public final class ContinuousRecordings implements AutoCloseable {
    /** The settings named in the records: those of the JDK, and the origin. */
    public static final String SETTINGS = "default (black box)";

    /** Space on the sidecar's own disk that stays free. */
    private static final long ROOM_LEFT = 16L << 20;

    /** Factor of the maximum size: JDKs don't count the chunk that is being written. */
    private static final int TIMES_THE_BOUND = 2;

    private record SameProcess(int pid, long startTicks) {
        static SameProcess of(TargetJvm jvm) {
            return new SameProcess(jvm.pid(), jvm.startTicks());
        }
    }

    private final Optional<Duration> maxAge;
    private final ContinuousRecording.Settings settings;
    private final StorageRetention<RecordingRecord> retention;
    private final RecordingSummaries summaries;
    private final EventLog log;
    private final Map<SameProcess, ContinuousRecording> boxes = new ConcurrentHashMap<>();

    /**
     * Creates an instance without recordings.
     *
     * @param maxAge time span that is kept; empty: disabled
     * @param retention of stored recordings
     * @param summaries summarises them
     */
    public ContinuousRecordings(
            Optional<Duration> maxAge,
            Bounds bounds,
            StorageRetention<RecordingRecord> retention,
            RecordingSummaries summaries,
            EventLog log) {
        this.maxAge = maxAge;
        this.settings =
                new ContinuousRecording.Settings(
                        maxAge.orElse(Duration.ZERO),
                        bounds.most(),
                        new WriteInTarget(bounds.folderInTarget(), ".jfr"),
                        retention.files().folder(),
                        bounds.timeout());
        this.retention = retention;
        this.summaries = summaries;
        this.log = log;
    }

    /**
     * The limits.
     *
     * @param most maximum size of a target's chunks
     * @param folderInTarget destination; empty: a folder with enough space
     * @param timeout of one command
     */
    public record Bounds(ByteSize most, Optional<String> folderInTarget, Duration timeout) {}

    /** Whether black boxes are enabled. */
    public boolean isWanted() {
        return maxAge.isPresent();
    }

    /** Whether a target's black box is recording. */
    public boolean isRunning(TargetJvm jvm) {
        ContinuousRecording box = boxes.get(SameProcess.of(jvm));
        return box != null && box.isRunning();
    }

    /** Adds a target. Doesn't block. */
    public void came(TargetConnection target) {
        Thread.Builder thread = Thread.ofVirtual().name("black-box-" + target.jvm().pid());
        if (!isWanted()) {
            thread.start(() -> stopLeftover(target));
            return;
        }
        ContinuousRecording box = new ContinuousRecording(target, settings, log);
        boxes.put(SameProcess.of(target.jvm()), box);
        thread.start(() -> run(box));
    }

    private void run(ContinuousRecording box) {
        try {
            retention.files().prepare();
            box.run();
        } catch (ProblemException e) {
            log.warn("no black box", field("reason", e.problem().detail()));
        }
    }

    /** Stops a leftover black box. A target that has never recorded receives no command. */
    private void stopLeftover(TargetConnection target) {
        // Flight Recorder gives the folder of its chunks this name.
        String repository = "\\d{4}(_\\d\\d){5}_" + target.jvm().nsPid();
        if (!settings.ways().has(target, repository)) {
            return;
        }
        try {
            JfrCommands commands = new JfrCommands(target, settings.timeout());
            if (commands.check(new CancelSignal()).blackBox()) {
                commands.stop(JfrCommands.BLACK_BOX, new CancelSignal());
                log.info(
                        "stopped a black box left by an earlier sidecar",
                        field("target", target.jvm().label()));
            }
        } catch (ProblemException e) {
            log.warn(
                    "could not look for the black box of an earlier sidecar",
                    field("target", target.jvm().label()),
                    field("reason", e.problem().detail()));
        }
    }

    /**
     * Stores the recording of a dead target. A JVM that ends normally has deleted it.
     *
     * @return the id of the recording, if there is one
     */
    public Optional<String> keep(TargetJvm jvm, Instant diedAt) {
        Optional<ContinuousRecording.Held> held =
                Optional.ofNullable(boxes.get(SameProcess.of(jvm)))
                        .flatMap(ContinuousRecording::take);
        if (held.isEmpty()) {
            return Optional.empty();
        }
        String id = retention.files().newId(diedAt, jvm.pid());
        try (ChunkFolder folder = held.get().folder()) {
            Optional<RecordingRecord> kept = keep(folder, id, jvm, diedAt, held.get().shared());
            kept.ifPresent(this::summarize);
            return kept.map(RecordingRecord::id);
        } catch (IOException | ProblemException e) {
            retention.removeUnkept(id);
            log.warn(
                    "the black box could not be stored",
                    field("target", jvm.label()),
                    field("reason", e));
            return Optional.empty();
        }
    }

    private Optional<RecordingRecord> keep(
            ChunkFolder folder, String id, TargetJvm jvm, Instant diedAt, boolean shared)
            throws IOException, ProblemException {
        KeptFiles<RecordingRecord> files = retention.files();
        files.prepare();
        retention.make(1, 0, "");
        Path part = files.partOf(id);
        long most =
                Math.min(
                        TIMES_THE_BOUND * settings.most().bytes(),
                        new LocalFiles().usableBytes(files.folder()) - ROOM_LEFT);
        Optional<ChunkFolder.Joined> joined = folder.join(part, most);
        if (joined.isEmpty()) {
            return Optional.empty();
        }
        Duration recorded = Duration.between(joined.get().start(), diedAt);
        RecordingRecord recording =
                new RecordingRecord(
                        id,
                        joined.get().start(),
                        jvm.pid(),
                        jvm.name(),
                        Math.clamp(recorded.toSeconds(), 0, Integer.MAX_VALUE),
                        Files.size(part),
                        SETTINGS);
        files.add(recording, part);
        retention.make(0, 0, id);
        if (!shared) {
            remove(folder, joined.get());
        }
        return Optional.of(recording);
    }

    private void remove(ChunkFolder folder, ChunkFolder.Joined joined) {
        try {
            folder.remove(joined);
        } catch (IOException e) {
            log.warn("could not delete chunks of a dead target", field("reason", e));
        }
    }

    private void summarize(RecordingRecord recording) {
        try {
            summaries.start(recording, "black box");
        } catch (ProblemException e) {
            log.warn(
                    "no summary of a black box",
                    field("recording", recording.id()),
                    field("reason", e.problem().detail()));
        }
    }

    /** Removes an ended target; call it after its data was stored. */
    public void forget(TargetJvm jvm) {
        ContinuousRecording box = boxes.remove(SameProcess.of(jvm));
        if (box != null) {
            box.forget();
        }
    }

    /** Stops all black boxes, because nothing checks the free space of targets afterwards. */
    @Override
    public void close() {
        List<Thread> stopping =
                boxes.values().stream()
                        .map(box -> Thread.ofVirtual().name("black-box-end").start(box::stop))
                        .toList();
        try {
            for (Thread each : stopping) {
                each.join();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        boxes.clear();
    }
}
