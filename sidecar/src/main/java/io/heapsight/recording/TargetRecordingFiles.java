/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.transfer.WriteInTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The files of a recording in a target. The sidecar and the command line use different names, so
 * that neither deletes files of the other.
 *
 * @param recordings the recording
 * @param settings a posted document, beside it
 */
record TargetRecordingFiles(WriteInTarget recordings, WriteInTarget settings) {
    private static final String COMMAND_LINE = ".cli";

    /**
     * The files of the sidecar.
     *
     * @param folder the only folder to use, as seen by the target; empty: the first one with enough
     *     space
     */
    static TargetRecordingFiles ofSidecar(Optional<String> folder) {
        return named(folder, "");
    }

    /** The files of the command line. */
    static TargetRecordingFiles ofCommandLine(Optional<String> folder) {
        return named(folder, COMMAND_LINE);
    }

    private static TargetRecordingFiles named(Optional<String> folder, String mark) {
        return new TargetRecordingFiles(
                new WriteInTarget(folder, mark + RecordingDestination.FILE_END),
                new WriteInTarget(folder, mark + RecordingDestination.SETTINGS_END));
    }

    /** Whether a recording exists, complete or begun, with an id that is not in use. */
    boolean isAnyIn(TargetConnection target, Predicate<String> inUse) {
        return recordings.hasLeftovers(target, inUse);
    }

    /** Deletes the files with ids that are not in use, and returns their paths. */
    List<String> remove(TargetConnection target, Predicate<String> inUse) {
        List<String> removed = new ArrayList<>(removeSettings(target, inUse));
        removed.addAll(recordings.removeLeftovers(target, inUse));
        return removed;
    }

    /** Deletes settings: a target reads them only when it begins to record. */
    List<String> removeSettings(TargetConnection target, Predicate<String> inUse) {
        return settings.removeLeftovers(target, inUse);
    }
}
