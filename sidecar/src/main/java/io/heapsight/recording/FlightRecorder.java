/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.kept.FilesInUse;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.transfer.FileTransfer;
import io.heapsight.transfer.TargetFile;
import io.heapsight.transfer.TransferLimit;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Records with the targets' Flight Recorder, and fetches the recordings into files of the sidecar.
 * Recordings are bounded by time and size, always stopped, and leave no files in the target.
 */
public final class FlightRecorder {
    /** The time after which a target ends a recording that was not stopped. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    private static final int DISK_FACTOR = 2;

    private final TargetRecordingFiles own;
    private final TargetRecordingFiles commandLines;
    private final String prefix;
    private final long mostBytes;
    private final Duration timeout;
    private final FilesInUse inProgress = new FilesInUse();

    private FlightRecorder(
            TargetRecordingFiles own,
            TargetRecordingFiles commandLines,
            String prefix,
            ByteSize most,
            Duration timeout) {
        this.own = own;
        this.commandLines = commandLines;
        this.prefix = prefix;
        this.mostBytes = most.bytes();
        this.timeout = timeout;
    }

    /**
     * Creates the sidecar's recorder. It recognises leftovers by the names of its recordings.
     *
     * @param folderInTarget folder where a target writes; empty: one with enough space
     * @param most maximum size of a recording
     * @param timeout of one command, and of the copy
     */
    public static FlightRecorder ofSidecar(
            Optional<String> folderInTarget, ByteSize most, Duration timeout) {
        return new FlightRecorder(
                TargetRecordingFiles.ofSidecar(folderInTarget),
                TargetRecordingFiles.ofCommandLine(folderInTarget),
                JfrCommands.PREFIX,
                most,
                timeout);
    }

    /** Creates the command line's recorder; a sidecar ignores its recordings. */
    public static FlightRecorder ofCommandLine(
            Optional<String> folderInTarget, ByteSize most, Duration timeout) {
        TargetRecordingFiles own = TargetRecordingFiles.ofCommandLine(folderInTarget);
        return new FlightRecorder(own, own, JfrCommands.COMMAND_LINE_PREFIX, most, timeout);
    }

    /** Returns why a target can't record, if that is known without a command. */
    public Optional<Problem> obstacle(TargetConnection target) {
        return FlightRecorderCheck.obstacle(target);
    }

    /**
     * Describes the transfer of a recording into a folder of the sidecar. Writes nothing.
     *
     * @throws ProblemException if there is not enough space
     */
    public String way(TargetConnection target, Path folder) throws ProblemException {
        RecordingDestination place =
                RecordingDestination.find(target, own.recordings(), "0", mostBytes, folder);
        return "%s; up to %s".formatted(place.file().way(), new ByteSize(place.mostBytes()));
    }

    /**
     * Records for the requested time, and fetches the recording.
     *
     * @param id part of the recording's name, and of its file in the target
     * @param into a file of the sidecar that does not exist yet
     * @return how the recording was transferred, and why
     * @throws ProblemException on an obstacle or failure; no files are left behind
     */
    public String record(
            TargetConnection target,
            RecordingRequest request,
            String id,
            Path into,
            CaptureListener listener,
            CancelSignal cancel)
            throws ProblemException {
        try (FilesInUse.Use _ = inProgress.begin(id)) {
            return recordInProgress(target, request, id, into, listener, cancel);
        }
    }

    private String recordInProgress(
            TargetConnection target,
            RecordingRequest request,
            String id,
            Path into,
            CaptureListener listener,
            CancelSignal cancel)
            throws ProblemException {
        Optional<Problem> obstacle = obstacle(target);
        if (obstacle.isPresent()) {
            throw new ProblemException(obstacle.get());
        }
        JfrCommands commands = new JfrCommands(target, timeout);
        List<String> others = commands.running(cancel);
        if (!others.isEmpty()) {
            throw new ProblemException(busy(target, others));
        }
        commandLines.remove(target, inProgress::contains);
        Path folder = into.toAbsolutePath().resolveSibling("");
        RecordingDestination place =
                RecordingDestination.find(target, own.recordings(), id, mostBytes, folder);
        String name = prefix + id;
        boolean stopped = false;
        try {
            start(commands, name, request, place, cancel);
            listener.begun().run();
            await(target, request, listener.progress(), cancel);
            listener.progress().at("the target is writing the recording", 0, 0);
            commands.stop(name, new CancelSignal());
            stopped = true;
            fetch(place, into, listener.progress(), cancel);
            return place.file().way();
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The recording could not be stored",
                    "The recording of " + target.jvm().label() + ": " + IoReason.of(e),
                    "Check the free space and permissions of HEAPSIGHT_DATA_DIR, and of /tmp in"
                            + " the target.",
                    e);
        } finally {
            cleanUp(target, commands, stopped ? Optional.empty() : Optional.of(name), place);
        }
    }

    /** Starts a recording. A target reads posted settings only at this moment. */
    private static void start(
            JfrCommands commands,
            String name,
            RecordingRequest request,
            RecordingDestination place,
            CancelSignal cancel)
            throws IOException, ProblemException {
        String settings = request.settings().name();
        TargetFile posted = place.settings();
        if (request.settings() instanceof SettingsDocument document) {
            settings = posted.pathInTarget();
            posted.files().create(posted.file(), document.content());
        }
        try {
            commands.start(
                    new JfrCommands.Start(
                            name,
                            settings,
                            request.paths(),
                            place.mostBytes(),
                            place.file().pathInTarget()),
                    request.duration().plus(GRACE),
                    cancel);
        } finally {
            if (request.settings() instanceof SettingsDocument) {
                remove(posted);
            }
        }
    }

    private static void remove(TargetFile file) {
        try {
            file.files().delete(file.file());
        } catch (IOException _) {
            // the next start finds it by its name
        }
    }

    /** Waits for the recording, which is lost if the target ends. */
    private static void await(
            TargetConnection target,
            RecordingRequest request,
            Progress progress,
            CancelSignal cancel)
            throws ProblemException {
        long begun = System.nanoTime();
        long whole = request.duration().toMillis();
        for (long at = 0; at < whole; at = (System.nanoTime() - begun) / 1_000_000) {
            progress.at("the target records", at, whole);
            cancel.pause(min(LOOK_EVERY, Duration.ofMillis(whole - at)));
            if (!target.alive()) {
                throw new ProblemException(gone(target));
            }
        }
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private void fetch(
            RecordingDestination place, Path into, Progress progress, CancelSignal cancel)
            throws IOException {
        long most = DISK_FACTOR * place.mostBytes();
        FileTransfer.copy(
                place.file(),
                into,
                new TransferLimit(
                        most,
                        "the sidecar's recordings have at most %s".formatted(new ByteSize(most))),
                timeout,
                progress,
                cancel);
    }

    /** Stops the recording and deletes its files in the target, after success and failure. */
    private static void cleanUp(
            TargetConnection target,
            JfrCommands commands,
            Optional<String> running,
            RecordingDestination place)
            throws ProblemException {
        if (!target.alive()) {
            return;
        }
        try {
            if (running.isPresent()) {
                commands.stop(running.get(), new CancelSignal());
            }
        } finally {
            remove(place.file());
        }
    }

    /**
     * Stops recordings and deletes files that a killed sidecar left, and deletes files that command
     * lines left. A target without leftovers of a sidecar receives no command.
     *
     * @return the leftovers, as seen by the target
     */
    public List<String> removeLeftovers(TargetConnection target) {
        List<String> found = new ArrayList<>(commandLines.remove(target, inProgress::contains));
        found.addAll(own.removeSettings(target, inProgress::contains));
        if (!own.isAnyIn(target, inProgress::contains)) {
            return found; // a target creates the file when it begins to record
        }
        try {
            JfrCommands commands = new JfrCommands(target, timeout);
            for (String name : commands.running(new CancelSignal())) {
                if (!name.startsWith(JfrCommands.COMMAND_LINE_PREFIX)
                        && !inProgress.contains(name.substring(JfrCommands.PREFIX.length()))) {
                    commands.stop(name, new CancelSignal());
                    found.add("recording " + name);
                }
            }
        } catch (ProblemException e) {
            found.add("could not list recordings: " + e.problem().detail());
            return found; // the file stays for the next start
        }
        // The stop of a recording has written its file.
        found.addAll(own.remove(target, inProgress::contains));
        return found;
    }

    private static Problem busy(TargetConnection target, List<String> others) {
        return new Problem(
                Problem.Kind.CONFLICT,
                "The target is already recording",
                "%s runs the recording %s, which heapsight started."
                        .formatted(target.jvm().label(), others.getFirst()),
                "Wait until it ends. It ends at its duration, or with jcmd PID JFR.stop"
                        + " name="
                        + others.getFirst());
    }

    private static Problem gone(TargetConnection target) {
        return new Problem(
                Problem.Kind.GONE,
                "The target has ended",
                target.jvm().label() + " ended while it was recording; the recording is lost.",
                "See GET /postmortems for the reason, and record the next one.");
    }
}
