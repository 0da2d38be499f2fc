/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.FileAccess;
import io.heapsight.proc.ProcFs;
import io.heapsight.transfer.DirectWrite;
import io.heapsight.transfer.TargetFile;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The paths of the profiler's library and of the profile. They are in the sidecar's file system if
 * the target may use it. Otherwise they are in the target's own, where all files are deleted
 * afterwards.
 *
 * @param library as seen by the target
 * @param copied the library's copy in the target, as seen by the sidecar; empty if the target loads
 *     the sidecar's file
 * @param output the recording
 * @param log messages of the profiler
 */
record ProfilerPaths(
        String library, Optional<TargetFile> copied, TargetFile output, TargetFile log) {
    /** Suffix of the recording, which also identifies leftovers. */
    static final String OUTPUT_END = ".asprof.jfr";

    /** Suffix of the library. */
    static final String LIBRARY_END = ".asprof.so";

    private static final String LOG_END = ".p0";

    /**
     * Returns the constant part of the library's name for a target, so that the target loads it
     * only once. Each of several targets in one folder has its own library.
     */
    static String libraryId(TargetConnection target) {
        return Integer.toString(target.jvm().pid());
    }

    /**
     * A requested profile.
     *
     * @param into folder in the sidecar's file system
     * @param id of the profile
     * @param isOwnLibrary whether the library needs a path in the target's own file system
     */
    record Wanted(Path into, String id, long mostBytes, boolean isOwnLibrary) {}

    /**
     * Finds the paths. Writes nothing.
     *
     * @param own the table of processes, read with the sidecar's own rights
     * @param folder the only folder to use in the target; empty: the first one with enough space
     * @throws ProblemException if there is none
     */
    static ProfilerPaths find(
            TargetConnection target,
            ProcFs own,
            Optional<String> folder,
            Path library,
            Wanted wanted)
            throws ProblemException {
        DirectWrite straight = new DirectWrite(own);
        Reading<TargetFile> ours = straight.to(target, library);
        Reading<TargetFile> output = straight.to(target, wanted.into());
        if (!wanted.isOwnLibrary()
                && ours instanceof Reading.Present<TargetFile>(TargetFile lib)
                && output instanceof Reading.Present<TargetFile>(TargetFile out)) {
            return new ProfilerPaths(lib.pathInTarget(), Optional.empty(), out, beside(out));
        }
        String why =
                ours instanceof Reading.Missing<TargetFile>(String no)
                        ? no
                        : "async-profiler reads its own symbols there";
        TargetFile written =
                present(
                        target,
                        new WriteInTarget(folder, OUTPUT_END)
                                .to(target, wanted.id(), wanted.mostBytes(), why));
        TargetFile copy =
                present(
                        target,
                        new WriteInTarget(folder, LIBRARY_END, true)
                                .to(target, libraryId(target), size(target, library), why));
        return new ProfilerPaths(copy.pathInTarget(), Optional.of(copy), written, beside(written));
    }

    private static TargetFile present(TargetConnection target, Reading<TargetFile> found)
            throws ProblemException {
        return switch (found) {
            case Reading.Present<TargetFile>(TargetFile place) -> place;
            case Reading.Missing<TargetFile>(String reason) ->
                    throw new ProblemException(ProfileProblem.noPlace(target, reason));
        };
    }

    private static long size(TargetConnection target, Path library) throws ProblemException {
        try {
            return Files.size(library);
        } catch (IOException e) {
            throw ProfileProblem.failed(target, "looking at " + library, e);
        }
    }

    private static TargetFile beside(TargetFile file) {
        return new TargetFile(
                file.pathInTarget() + LOG_END,
                file.file().resolveSibling(file.file().getFileName() + LOG_END),
                file.files(),
                file.manner(),
                file.way());
    }

    /** Copies the library into the target, and replaces a leftover copy. */
    void put(Path library) throws IOException {
        if (copied.isPresent()) {
            FileAccess files = copied.get().files();
            files.delete(copied.get().file());
            files.create(copied.get().file(), Files.readAllBytes(library));
        }
    }

    /** Deletes the library's copy; a loaded library remains usable. */
    void removeLibrary() throws IOException {
        if (copied.isPresent()) {
            copied.get().files().delete(copied.get().file());
        }
    }

    boolean isStraight() {
        return output.manner() == TargetFile.Manner.STRAIGHT;
    }
}
