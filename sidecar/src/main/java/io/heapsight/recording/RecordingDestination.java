/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.LocalFiles;
import io.heapsight.transfer.TargetFile;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.nio.file.Path;

/**
 * The path of a recording in the target, and its maximum size. The target always writes to its own
 * file system. Flight Recorder resolves the links of a path before it opens it, so the sidecar's
 * {@code /proc/PID/root} would lead back into the target's file system.
 *
 * @param file in the target
 * @param mostBytes beyond it, the target drops the oldest events
 */
record RecordingDestination(TargetFile file, long mostBytes) {
    /** Suffix of recordings in a target. */
    static final String FILE_END = ".jfr";

    /** Suffix of posted settings, beside the recording. */
    static final String SETTINGS_END = ".jfc";

    /** Free space as a multiple of a recording: a full disk ends a recording JVM. */
    private static final int TIMES_THE_RECORDING = 3;

    /**
     * Minimum size of a recording: JDKs write chunks of 12 MiB, and don't count the current one.
     */
    private static final long LEAST_BYTES = 24L << 20;

    /** The file of posted settings, beside the recording, until the target has read them. */
    TargetFile settings() {
        return new TargetFile(
                settingsOf(file.pathInTarget()),
                file.file().resolveSibling(settingsOf(file.file().getFileName().toString())),
                file.files(),
                file.manner(),
                file.way());
    }

    private static String settingsOf(String recording) {
        return recording.substring(0, recording.length() - FILE_END.length()) + SETTINGS_END;
    }

    /**
     * Finds the first folder of the target with enough space for events and the resulting file.
     * With less space than requested, the recording is smaller.
     *
     * @param id for the file's name
     * @param into the destination folder of the sidecar
     * @throws ProblemException if no folder has enough space
     */
    static RecordingDestination find(
            TargetConnection target, WriteInTarget ways, String id, long wantedBytes, Path into)
            throws ProblemException {
        long ours = new LocalFiles().usableBytes(into);
        String why = "the sidecar's folder %s has %s free".formatted(into, new ByteSize(ours));
        for (long most = wantedBytes; most >= LEAST_BYTES; most /= 2) {
            if (ours < 2 * most) {
                continue;
            }
            Reading<TargetFile> place =
                    ways.to(target, id, TIMES_THE_RECORDING * most, "it records there");
            if (place instanceof Reading.Present<TargetFile>(TargetFile file)) {
                return new RecordingDestination(file, most);
            }
            why = place.reason();
        }
        throw new ProblemException(
                Problem.Kind.NO_ROOM,
                "Not enough space for a recording",
                "A recording of %s temporarily needs %s: %s."
                        .formatted(
                                target.jvm().label(),
                                new ByteSize(TIMES_THE_RECORDING * LEAST_BYTES),
                                why),
                "mount a volume at /tmp of the target's container: volumeMounts: - {name: tmp,"
                        + " mountPath: /tmp} with volumes: - {name: tmp, emptyDir: {}} (docker run"
                        + " -v tmp:/tmp; ECS: \"mountPoints\"), or set HEAPSIGHT_DUMP_DIR to a"
                        + " folder of the target with enough space");
    }
}
