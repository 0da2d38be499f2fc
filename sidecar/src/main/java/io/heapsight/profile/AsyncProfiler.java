/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.kept.FilesInUse;
import io.heapsight.proc.ProcFs;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.transfer.FileTransfer;
import io.heapsight.transfer.TargetFile;
import io.heapsight.transfer.TransferLimit;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Profiles targets with async-profiler, and fetches the recordings into files of the sidecar.
 * Profiles are bounded by time and size, always stopped, and leave no files in the target.
 *
 * @param own the table of processes, read with the sidecar's own rights
 * @param library to load
 * @param folderInTarget the only folder to use there; empty: the first one with enough space
 * @param most maximum size of a recording
 * @param timeout of one command, and of the copy
 * @param inProgress the ids of profiles in progress and of their libraries, of all targets
 */
public record AsyncProfiler(
        ProcFs own,
        ProfilerLibrary library,
        Optional<String> folderInTarget,
        ByteSize most,
        Duration timeout,
        FilesInUse inProgress) {
    /** The time after which the target ends an abandoned profile by itself. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    /**
     * The transfer of a profile.
     *
     * @param whole false if it was ended early because of its size
     * @param way the text for the record
     * @param collectedAt time up to which collections have decided which objects live, if known
     * @param events the types of events that belong to the profile; empty: all of the recording
     */
    public record Outcome(
            boolean whole, String way, Optional<Instant> collectedAt, List<String> events) {}

    /** Maximum size of a recording of a sidecar. */
    private static final ByteSize MOST_OF_SIDECAR = ByteSize.parse("256m");

    /** Creates an idle profiler. */
    public AsyncProfiler(
            ProcFs own,
            ProfilerLibrary library,
            Optional<String> folderInTarget,
            ByteSize most,
            Duration timeout) {
        this(own, library, folderInTarget, most, timeout, new FilesInUse());
    }

    /** Creates the sidecar's profiler, with the library of the running program. */
    public static AsyncProfiler ofSidecar(
            ProcFs own, Optional<String> folderInTarget, Duration timeout) {
        return new AsyncProfiler(
                own, ProfilerLibrary.ofProgram(), folderInTarget, MOST_OF_SIDECAR, timeout);
    }

    /** Returns why the target can't be profiled, if that is known without a command. */
    public Optional<Problem> obstacle(TargetConnection target) {
        return ProfilerCheck.obstacle(target, library);
    }

    /** The reason why the target can't load the library, if there is one. */
    public Optional<Problem> unloadable(TargetConnection target) {
        return ProfilerCheck.unloadable(target, library);
    }

    /** The reason why an event can't be sampled in the target, if there is one. */
    public Optional<Problem> unsupported(TargetConnection target, ProfileEvent event) {
        return ProfilerCheck.unsupported(target, event);
    }

    /**
     * Describes the transfer of a profile into a folder of the sidecar. Writes nothing.
     *
     * @throws ProblemException if the target has no path to load the library from or to write its
     *     profile to
     */
    public String way(TargetConnection target, Path folder) throws ProblemException {
        return place(target, "0", folder.resolve("profile"), false).output().way();
    }

    private ProfilerPaths place(TargetConnection target, String id, Path into, boolean isOwnLibrary)
            throws ProblemException {
        return ProfilerPaths.find(
                target,
                own,
                folderInTarget,
                library.of(target),
                new ProfilerPaths.Wanted(into, id, most.bytes(), isOwnLibrary));
    }

    /**
     * Profiles for the requested time, and fetches the recording.
     *
     * @param id part of the names of files in the target
     * @param into a file of the sidecar that does not exist yet
     * @throws ProblemException on an obstacle or failure; no files are left behind
     */
    public Outcome profile(
            TargetConnection target,
            ProfileRequest request,
            String id,
            Path into,
            CaptureListener listener,
            CancelSignal cancel)
            throws ProblemException {
        try (FilesInUse.Use _ = inProgress.begin(id);
                FilesInUse.Use _ = inProgress.begin(ProfilerPaths.libraryId(target))) {
            return profileInProgress(target, request, id, into, listener, cancel);
        }
    }

    private Outcome profileInProgress(
            TargetConnection target,
            ProfileRequest request,
            String id,
            Path into,
            CaptureListener listener,
            CancelSignal cancel)
            throws ProblemException {
        ProfilerCheck.require(target, library, request.event(), timeout, cancel);
        Path ours = library.of(target);
        ProfilerPaths place = place(target, id, into, request.event().needsOwnLibrary());
        boolean running = false;
        try {
            place.put(ours);
            running = true;
            try {
                start(target, request, place, cancel);
            } catch (ProblemException e) {
                running = e.problem().kind() != Problem.Kind.REFUSED_BY_TARGET;
                throw e;
            }
            place.removeLibrary();
            listener.begun().run();
            LivenessCutoff collections = new LivenessCutoff(InstantSource.system());
            boolean whole = await(target, request, place, collections, listener.progress(), cancel);
            commands(target, place, new CancelSignal()).stop();
            running = false;
            if (!place.isStraight()) {
                fetch(place.output(), into, listener.progress(), cancel);
            }
            return new Outcome(whole, place.output().way(), collections.collectedAt(), List.of());
        } catch (IOException e) {
            throw ProfileProblem.failed(target, "its files", e);
        } finally {
            cleanUp(target, place, running);
        }
    }

    private ProfilerCommands commands(
            TargetConnection target, ProfilerPaths place, CancelSignal cancel) {
        return new ProfilerCommands(target, place.library(), timeout, cancel);
    }

    /**
     * Starts profiling; tries the next mechanism if the kernel doesn't permit the timers of one.
     */
    private void start(
            TargetConnection target,
            ProfileRequest request,
            ProfilerPaths place,
            CancelSignal cancel)
            throws ProblemException {
        ProfileEvent event = request.event();
        List<String> ways = event.engines();
        ProfilerCommands commands = commands(target, place, cancel);
        for (int i = 0; i < ways.size(); i++) {
            try {
                commands.start(place, ways.get(i), event.option(), request.duration().plus(GRACE));
                return;
            } catch (ProblemException e) {
                if (i == ways.size() - 1 || e.problem().remedy().startsWith("Another")) {
                    throw e;
                }
            }
        }
    }

    /**
     * Waits for the end of the profile.
     *
     * @return whether the time is over; false if the file became too large
     */
    private boolean await(
            TargetConnection target,
            ProfileRequest request,
            ProfilerPaths place,
            LivenessCutoff collections,
            Progress progress,
            CancelSignal cancel)
            throws ProblemException, IOException {
        collections.look(target);
        long begun = System.nanoTime();
        long whole = request.duration().toMillis();
        for (long at = 0; at < whole; at = (System.nanoTime() - begun) / 1_000_000) {
            progress.at("profiling", at, whole);
            cancel.pause(Duration.ofMillis(Math.min(LOOK_EVERY.toMillis(), whole - at)));
            if (!target.alive()) {
                throw ProfileProblem.gone(target);
            }
            if (place.output().files().status(place.output().file()).bytes() >= most.bytes()) {
                return false;
            }
            collections.look(target);
        }
        return true;
    }

    private void fetch(TargetFile from, Path into, Progress progress, CancelSignal cancel)
            throws IOException {
        FileTransfer.copy(
                from,
                into,
                new TransferLimit(
                        2 * most.bytes(), "the sidecar's profiles have at most " + most + " twice"),
                timeout,
                progress,
                cancel);
    }

    /** Stops the profile and deletes its files in the target, after success and failure. */
    private void cleanUp(TargetConnection target, ProfilerPaths place, boolean running)
            throws ProblemException {
        if (!target.alive()) {
            return;
        }
        try {
            if (running) {
                commands(target, place, new CancelSignal()).stop();
            }
        } finally {
            removeFiles(place);
        }
    }

    /** Deletes files; the next start finds remaining ones by their names. */
    private static void removeFiles(ProfilerPaths place) {
        List<TargetFile> files = new ArrayList<>(List.of(place.log()));
        place.copied().ifPresent(files::add);
        if (!place.isStraight()) {
            files.add(place.output());
        }
        for (TargetFile each : files) {
            try {
                each.files().delete(each.file());
            } catch (IOException _) {
                // the next start finds it by its name
            }
        }
    }

    /**
     * Deletes files that a killed sidecar or command left in a target. The profile itself ends some
     * seconds after its time.
     *
     * @return the deleted files, as seen by the target
     */
    public List<String> removeLeftovers(TargetConnection target) {
        List<String> removed = new ArrayList<>();
        removed.addAll(
                new WriteInTarget(folderInTarget, ProfilerPaths.LIBRARY_END)
                        .removeLeftovers(target, inProgress::contains));
        removed.addAll(
                new WriteInTarget(folderInTarget, ProfilerPaths.OUTPUT_END)
                        .removeLeftovers(target, inProgress::contains));
        return removed;
    }
}
