/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.ProcFs;
import io.heapsight.transfer.DirectWrite;
import io.heapsight.transfer.TargetFile;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The file into which a target logs, and its maximum size. Rotation leaves at most two such files.
 *
 * @param file as seen by the target and by the sidecar
 * @param fileBytes the target rotates a larger file; it deletes the previously rotated one
 */
record GcLogDestination(TargetFile file, long fileBytes) {
    /** Sizes to try; a busy JVM logs some 10 KiB a second, and the file is copied as it grows. */
    private static final List<Long> SIZES = List.of(4L << 20, 1L << 20, 256L << 10);

    private static final Pattern PLAIN = Pattern.compile("/[^\\s\"'%\\\\]*");

    /** Free space as a multiple of a file. */
    private static final int TIMES_THE_FILE = 4;

    /** Returns the rotated file. */
    TargetFile rotated() {
        return new TargetFile(
                file.pathInTarget() + HeapsightGcLogNames.ROTATED,
                file.file().resolveSibling(file.file().getFileName() + HeapsightGcLogNames.ROTATED),
                file.files(),
                file.manner(),
                file.way());
    }

    /** Deletes both files; the next start finds remaining ones by their names. */
    void remove() {
        for (TargetFile each : List.of(rotated(), file)) {
            try {
                each.files().delete(each.file());
            } catch (IOException _) {
                // no access any more
            }
        }
    }

    /**
     * Finds the places to try, best first. Writes nothing.
     *
     * @param own the table of processes, read with the sidecar's own rights
     * @param direct a file of the sidecar that does not exist yet; empty: only the target's folders
     * @param ways the folders of the target
     * @param id for the file's name there
     * @throws ProblemException if no folder has enough space
     */
    static List<GcLogDestination> find(
            TargetConnection target,
            ProcFs own,
            Optional<Path> direct,
            WriteInTarget ways,
            String id)
            throws ProblemException {
        List<GcLogDestination> places = new ArrayList<>();
        String why = "heapsight logs there";
        if (direct.isPresent()) {
            switch (new DirectWrite(own).to(target, direct.get())) {
                case Reading.Present<TargetFile>(TargetFile file) ->
                        ours(file).filter(GcLogDestination::isPlain).ifPresent(places::add);
                case Reading.Missing<TargetFile>(String reason) -> why = reason;
            }
        }
        String refusal = "";
        for (long bytes : SIZES) {
            Reading<TargetFile> found = ways.to(target, id, TIMES_THE_FILE * bytes, why);
            if (found instanceof Reading.Present<TargetFile>(TargetFile file)) {
                GcLogDestination place = new GcLogDestination(file, bytes);
                if (place.isPlain()) {
                    places.add(place);
                    return places;
                }
                refusal = "a JVM does not log to a file name like " + file.pathInTarget();
                break;
            }
            refusal = found.reason();
        }
        if (places.isEmpty()) {
            throw new ProblemException(VmLogProblem.noRoom(target.jvm(), refusal));
        }
        return places;
    }

    /**
     * Returns whether the JVM uses the name unchanged: it splits names at blanks, and replaces %p
     * and %t.
     */
    private boolean isPlain() {
        return PLAIN.matcher(file.pathInTarget()).matches();
    }

    private static Optional<GcLogDestination> ours(TargetFile file) {
        long usable = new LocalFiles().usableBytes(file.file().resolveSibling(""));
        return usable >= TIMES_THE_FILE * SIZES.getFirst()
                ? Optional.of(new GcLogDestination(file, SIZES.getFirst()))
                : Optional.empty();
    }
}
