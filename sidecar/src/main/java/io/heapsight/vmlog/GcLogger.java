/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.kept.FilesInUse;
import io.heapsight.proc.ProcFs;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Labelled;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Switches the GC logs of targets on, copies them as they grow, and switches them off. Leaves other
 * log outputs unchanged, and no files in the target.
 *
 * @param own the table of processes, read with the sidecar's own rights
 * @param ways the folders of a target, and the suffix of the file
 * @param timeout of one command
 * @param inProgress the ids of logs in progress, of all targets
 */
public record GcLogger(ProcFs own, WriteInTarget ways, Duration timeout, FilesInUse inProgress) {
    /** Maximum size of a copy. */
    static final long MOST_BYTES = 64L << 20;

    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    /**
     * Number of consecutive failed readings that end the log. One may be harmless: the file is
     * missing for a moment while the target renames it.
     */
    private static final int MOST_FAILURES = 4;

    /** The result of a log. */
    public enum End implements Labelled {
        /** The log ended after the requested time. */
        TIME,
        /** The caller ended the log early. */
        CANCELLED,
        /** The target ended early. */
        TARGET_ENDED,
        /** The copy reached its maximum size early. */
        SIZE,
        /** Another program removed the output or its file early. */
        REMOVED
    }

    /**
     * The outcome of a log.
     *
     * @param end why it ended
     * @param whole whether no line between its start and its end is missing
     * @param stillOn why the log could not be switched off; a later attempt switches it off
     */
    public record Outcome(End end, boolean whole, Optional<Problem> stillOn) {}

    private GcLogger(ProcFs own, WriteInTarget ways, Duration timeout) {
        this(own, ways, timeout, new FilesInUse());
    }

    /**
     * Creates the logger of the sidecar.
     *
     * @param folderInTarget the only folder to use there; empty: the first one with enough space
     */
    public static GcLogger ofSidecar(
            ProcFs own, Optional<String> folderInTarget, Duration timeout) {
        return new GcLogger(
                own, new WriteInTarget(folderInTarget, HeapsightGcLogNames.END), timeout);
    }

    /** Creates the logger of the command line. */
    public static GcLogger ofCommandLine(
            ProcFs own, Optional<String> folderInTarget, Duration timeout) {
        return new GcLogger(
                own,
                new WriteInTarget(folderInTarget, HeapsightGcLogNames.COMMAND_LINE_END),
                timeout);
    }

    /** Returns the id of a log of the command line, which shows later starts when the log ends. */
    public static String commandLineId(GcLogRequest request, Instant now, int nsPid) {
        return HeapsightGcLogNames.commandLineId(now.plus(request.duration()), nsPid);
    }

    /** Returns why a target's log can't be switched on, if that is known without a command. */
    public Optional<Problem> obstacle(TargetConnection target) {
        return VmLogProblem.obstacle(target);
    }

    /**
     * The destination of the log.
     *
     * @param direct a file of the sidecar that does not exist, into which the target may log;
     *     empty: only into its own folders
     * @param copy receives the log
     */
    public record Output(Optional<Path> direct, OutputStream copy) {}

    /**
     * Logs for the requested time.
     *
     * @param id part of the name of the file in the target
     * @throws ProblemException on an obstacle; the log is off again
     */
    public Outcome log(
            TargetConnection target,
            GcLogRequest request,
            String id,
            Output output,
            CaptureListener listener,
            CancelSignal cancel)
            throws ProblemException {
        try (FilesInUse.Use _ = inProgress.begin(id)) {
            return logInProgress(target, request, id, output, listener, cancel);
        }
    }

    private Outcome logInProgress(
            TargetConnection target,
            GcLogRequest request,
            String id,
            Output output,
            CaptureListener listener,
            CancelSignal cancel)
            throws ProblemException {
        Optional<Problem> obstacle = obstacle(target);
        if (obstacle.isPresent()) {
            throw new ProblemException(obstacle.get());
        }
        VmLogCommands commands = new VmLogCommands(target, timeout);
        GcLogDestination place =
                start(
                        commands,
                        GcLogDestination.find(target, own, output.direct(), ways, id),
                        cancel);
        boolean running = true;
        try (LogFollower follower = new LogFollower(place, output.copy(), MOST_BYTES)) {
            listener.begun().run();
            End end = follow(target, request, follower, listener.progress(), cancel);
            boolean removed = false;
            Optional<Problem> stillOn = Optional.empty();
            running = false;
            try {
                removed = target.alive() && !end(commands, place);
            } catch (ProblemException e) {
                stillOn = Optional.of(e.problem()); // the log of a hung target is worth keeping
            }
            follower.copyRest(target.alive());
            return new Outcome(
                    removed && end == End.TIME ? End.REMOVED : end, follower.isWhole(), stillOn);
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The GC log could not be stored",
                    "The GC log of %s: %s".formatted(target.jvm().label(), IoReason.of(e)),
                    "Check the free space and permissions of HEAPSIGHT_DATA_DIR.",
                    e);
        } finally {
            cleanUp(target, commands, place, running);
        }
    }

    /** Adds the output at the first place that the target can write to. */
    private static GcLogDestination start(
            VmLogCommands commands, List<GcLogDestination> places, CancelSignal cancel)
            throws ProblemException {
        for (GcLogDestination place : places.subList(0, places.size() - 1)) {
            try {
                return add(commands, place, cancel);
            } catch (ProblemException e) {
                if (e.problem().kind() != Problem.Kind.REFUSED_BY_TARGET) {
                    throw e;
                }
            }
        }
        return add(commands, places.getLast(), cancel);
    }

    private static GcLogDestination add(
            VmLogCommands commands, GcLogDestination place, CancelSignal cancel)
            throws ProblemException {
        boolean added = false;
        try {
            LogOutputs _ = commands.add(place.file().pathInTarget(), place.fileBytes(), cancel);
            added = true;
            return place;
        } finally {
            if (!added) {
                cleanUp(commands.target(), commands, place, true);
            }
        }
    }

    private static End follow(
            TargetConnection target,
            GcLogRequest request,
            LogFollower follower,
            Progress progress,
            CancelSignal cancel)
            throws IOException {
        long begun = System.nanoTime();
        long whole = request.duration().toMillis();
        int failures = 0;
        for (long at = 0; at < whole; at = (System.nanoTime() - begun) / 1_000_000) {
            progress.at("the target logs its collections", at, whole);
            try {
                cancel.pause(Duration.ofMillis(Math.min(LOOK_EVERY.toMillis(), whole - at)));
            } catch (CancellationException _) {
                return End.CANCELLED;
            }
            if (!target.alive()) {
                return End.TARGET_ENDED;
            }
            failures = follower.copyAdded() ? 0 : failures + 1;
            if (failures == MOST_FAILURES) {
                return target.alive() ? End.REMOVED : End.TARGET_ENDED;
            }
            if (follower.isFull()) {
                return End.SIZE;
            }
        }
        return End.TIME;
    }

    private static boolean end(VmLogCommands commands, GcLogDestination place)
            throws ProblemException {
        try {
            return commands.remove(place.file().pathInTarget(), new CancelSignal());
        } catch (ProblemException e) {
            if (commands.target().alive()) {
                throw e;
            }
            return true; // it ended in the meantime
        }
    }

    /** Removes the output and its files, after success and failure. */
    private static void cleanUp(
            TargetConnection target,
            VmLogCommands commands,
            GcLogDestination place,
            boolean running)
            throws ProblemException {
        try {
            if (running && target.alive()) {
                boolean _ = end(commands, place);
            }
        } finally {
            place.remove();
        }
    }

    /** Returns whether a log of a sidecar is on; the target receives no command. */
    boolean isOn(TargetConnection target) {
        return leftovers(target).isOn();
    }

    /**
     * Ends GC logs that a killed sidecar or command left in a target, and deletes their files.
     *
     * @return the leftovers, as seen by the target
     */
    public List<String> removeLeftovers(TargetConnection target, Instant now) {
        return leftovers(target).remove(now);
    }

    private GcLogLeftovers leftovers(TargetConnection target) {
        return new GcLogLeftovers(target, ways, timeout, inProgress::contains);
    }
}
