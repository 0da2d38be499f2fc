/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.RootedPath;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The black box of one target. Keeps Flight Recorder running, and holds the folder of its chunks
 * open, so that the chunks stay readable after the target's end. {@link #run} needs its own thread.
 *
 * <p>A JVM exits if its disk fills up while it records. So this class checks the free space
 * continuously, and stops the recording before the space runs out.
 */
final class ContinuousRecording {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Duration CHECK_EVERY = Duration.ofMinutes(1);

    /** Interval at which chunks are ended for JDKs before 14, which lose the current chunk. */
    private static final Duration END_CHUNK_EVERY = Duration.ofSeconds(10);

    private static final int FLUSHES_AUTOMATIC = 14;

    /**
     * Minimum free space: four chunks of the JDK's usual size, in addition to what other programs
     * write in a second.
     */
    private static final long LEAST_ROOM = 48L << 20;

    private static final String OWN_RECORDING = "-XX:StartFlightRecording";

    /**
     * Maximum number of checks for the recording of the command line, which may have ended already.
     */
    private static final int MOST_CHECKS = 10;

    /** Timeout at the sidecar's end, so that a target that does not answer can't delay it. */
    private static final Duration LAST_TIMEOUT = Duration.ofSeconds(3);

    /**
     * The configuration.
     *
     * @param maxAge time span that is kept
     * @param most maximum size
     * @param ways places where a target can write
     * @param kept the sidecar's folder for the final recording
     * @param timeout of one command
     */
    record Settings(
            Duration maxAge, ByteSize most, WriteInTarget ways, Path kept, Duration timeout) {}

    /**
     * The folder of the chunks.
     *
     * @param shared contains recordings of other programs, too, which must not be deleted
     */
    record Held(ChunkFolder folder, String path, boolean shared) {}

    private final TargetConnection target;
    private final Settings settings;
    private final EventLog log;
    private final JfrCommands commands;
    private final CancelSignal cancel = new CancelSignal();
    private final AtomicReference<Optional<Held>> held = new AtomicReference<>(Optional.empty());
    private volatile boolean running;
    private String told = "";

    ContinuousRecording(TargetConnection target, Settings settings, EventLog log) {
        this.target = target;
        this.settings = settings;
        this.log = log;
        this.commands = new JfrCommands(target, settings.timeout());
    }

    boolean isRunning() {
        return running && target.alive();
    }

    /** Runs until the target's end, or {@link #stop}. */
    void run() {
        RecordingRetries retries = new RecordingRetries(() -> FlightRecorderCheck.obstacle(target));
        try {
            while (target.alive()) {
                Optional<Duration> again = Optional.of(RecordingRetries.LATER);
                try {
                    begin();
                    watch();
                } catch (ProblemException e) {
                    again = retries.after(e);
                    if (again.filter(RecordingRetries.SOON::equals).isEmpty()) {
                        tell(e.problem());
                    }
                }
                if (again.isEmpty()) {
                    return;
                }
                cancel.pause(again.get());
            }
        } catch (CancellationException _) {
            return;
        } finally {
            running = false;
        }
    }

    /** Logs a reason, unless it repeats the last one. */
    private void tell(Problem problem) {
        if (target.alive() && !told.equals(problem.title())) {
            told = problem.title();
            log.warn(
                    "no black box",
                    field("target", target.jvm().label()),
                    field("reason", problem.detail()),
                    field("remedy", problem.remedy()));
        }
    }

    /** Starts the recording, or takes over that of a killed sidecar. */
    private void begin() throws ProblemException {
        JfrCommands.Running found = check();
        if (!found.blackBox()) {
            start(found);
        }
        String path = commands.repository(cancel).orElse("");
        try {
            hold(new Held(ChunkFolder.open(target, path), path, found.others() > 0));
        } catch (IOException e) {
            commands.stop(JfrCommands.BLACK_BOX, cancel);
            throw new ProblemException(cannotBeHeld(path, e), e);
        }
        running = true;
        told = "";
        log.info(
                found.blackBox() ? "black box taken over" : "black box started",
                field("target", target.jvm().label()),
                field("folder", path));
    }

    /**
     * Waits for the recording that the JVM's command line starts. The JVM answers commands before
     * that, and its repository must not be moved then.
     */
    private JfrCommands.Running check() throws ProblemException {
        boolean startsOne = target.jvm().flags().value(OWN_RECORDING).isPresent();
        JfrCommands.Running found = commands.check(cancel);
        for (int i = 0; startsOne && found.isNone() && i < MOST_CHECKS; i++) {
            cancel.pause(RecordingRetries.SOON);
            found = commands.check(cancel);
        }
        return found;
    }

    private void start(JfrCommands.Running found) throws ProblemException {
        Optional<String> used = commands.repository(cancel).filter(this::isThere);
        // A repository in use is not moved: it may contain other recordings.
        RecordingDestination place =
                RecordingDestination.find(
                        target,
                        used.map(path -> new WriteInTarget(Optional.of(path), ".jfr"))
                                .orElse(settings.ways()),
                        "black-box",
                        settings.most().bytes(),
                        settings.kept());
        if (used.isEmpty() && found.isNone()) {
            commands.moveRepository(folderOf(place.file().pathInTarget()), cancel);
        }
        commands.startBlackBox(settings.maxAge(), place.mostBytes(), cancel);
    }

    private boolean isThere(String path) {
        try {
            target.procFs().files().list(reached(path));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static String folderOf(String file) {
        return file.substring(0, Math.max(1, file.lastIndexOf('/')));
    }

    private Path reached(String path) throws IOException {
        ProcFs procFs = target.procFs();
        return RootedPath.resolve(procFs.files(), procFs.rootOf(target.jvm().pid()), path);
    }

    /** Watches the recording until the target has ended, or the recording must stop. */
    private void watch() throws ProblemException {
        boolean endsChunks = target.jvm().javaMajor().orElse(0) < FLUSHES_AUTOMATIC;
        long checkedAt = System.nanoTime();
        long endedChunkAt = checkedAt;
        while (true) {
            cancel.pause(LOOK_EVERY);
            long usable = usableBytes();
            if (!target.alive()) {
                return; // the post-mortem uses the open files
            }
            if (usable < LEAST_ROOM) {
                end();
                throw new ProblemException(roomIsShort(usable));
            }
            long now = System.nanoTime();
            try {
                if (endsChunks && now - endedChunkAt > END_CHUNK_EVERY.toNanos()) {
                    endedChunkAt = now;
                    commands.endChunk(cancel);
                }
                if (now - checkedAt > CHECK_EVERY.toNanos()) {
                    checkedAt = now;
                    if (isStoppedByOthers()) {
                        return;
                    }
                }
            } catch (ProblemException e) {
                tell(e.problem()); // the target continues to record even if it doesn't answer
            }
        }
    }

    private long usableBytes() {
        try {
            return target.procFs().files().usableBytes(reached(path()));
        } catch (IOException _) {
            return 0;
        }
    }

    private String path() {
        return held.get().map(Held::path).orElse("/");
    }

    private boolean isStoppedByOthers() throws ProblemException {
        JfrCommands.Running found = commands.check(cancel);
        if (!found.blackBox()) {
            running = false;
            release();
            return true;
        }
        if (found.others() > 0) {
            held.updateAndGet(now -> now.map(it -> new Held(it.folder(), it.path(), true)));
        }
        return false;
    }

    /** Stops the recording; Flight Recorder deletes its chunks. */
    private void end() throws ProblemException {
        commands.stop(JfrCommands.BLACK_BOX, new CancelSignal());
        running = false;
        release();
    }

    private void hold(Held now) {
        held.getAndSet(Optional.of(now)).ifPresent(it -> it.folder().close());
    }

    /** Returns the target's remaining chunks; the caller closes them. */
    Optional<Held> take() {
        return held.getAndSet(Optional.empty());
    }

    /** Ends the watch and closes the folder. */
    void release() {
        take().ifPresent(it -> it.folder().close());
    }

    /** Ends the watch without a command to the target. */
    void forget() {
        cancel.cancel();
        release();
    }

    /**
     * Stops the recording when the sidecar ends, because only the sidecar checks the free space.
     */
    void stop() {
        boolean records = isRunning(); // cleared when its thread ends
        cancel.cancel();
        if (records) {
            try {
                new JfrCommands(target, LAST_TIMEOUT)
                        .stop(JfrCommands.BLACK_BOX, new CancelSignal());
            } catch (ProblemException e) {
                tell(e.problem()); // the next start stops it
            }
        }
        release();
    }

    private Problem cannotBeHeld(String path, IOException cause) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "The target's chunks can't be held open",
                "%s of %s: %s".formatted(path, target.jvm().label(), IoReason.of(cause)),
                "Run the sidecar as the target's user (runAsUser, runAsGroup; docker run --user).");
    }

    private Problem roomIsShort(long usable) {
        return new Problem(
                Problem.Kind.NO_ROOM,
                "Not enough free space for the target's recording",
                "%s of %s has only %s free: the black box was stopped, because a JVM exits if its"
                                .formatted(path(), target.jvm().label(), new ByteSize(usable))
                        + " disk fills up while it records.",
                "Free some space there, or set HEAPSIGHT_DUMP_DIR to another folder of the"
                        + " target; the black box restarts when there is enough space.");
    }
}
