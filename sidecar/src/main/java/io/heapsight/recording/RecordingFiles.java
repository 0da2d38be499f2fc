/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.transfer.WriteInTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sidecar's files in a target while it records. The sidecar and the command line use different
 * names, so that neither deletes files of the other.
 *
 * @param recordings the recording
 * @param settings a posted document, beside it
 */
record RecordingFiles(WriteInTarget recordings, WriteInTarget settings) {
    private static final String COMMAND_LINE = ".cli";

    /**
     * The sidecar's.
     *
     * @param folder the only one to use, as the target names it; empty: the first one with enough
     *     space
     */
    static RecordingFiles ofSidecar(Optional<String> folder) {
        return named(folder, "");
    }

    /** The command line's. */
    static RecordingFiles ofCommandLine(Optional<String> folder) {
        return named(folder, COMMAND_LINE);
    }

    private static RecordingFiles named(Optional<String> folder, String mark) {
        return new RecordingFiles(
                new WriteInTarget(folder, mark + RecordingPlace.FILE_END),
                new WriteInTarget(folder, mark + RecordingPlace.SETTINGS_END));
    }

    /** Whether a recording is there, as a whole or as the target begins it. */
    boolean isAnyIn(TargetConnection target) {
        return recordings.hasLeftovers(target);
    }

    /** Deletes all of it, and returns the paths. */
    List<String> remove(TargetConnection target) {
        List<String> removed = new ArrayList<>(removeSettings(target));
        removed.addAll(recordings.removeLeftovers(target));
        return removed;
    }

    /** A target reads settings when it begins to record, and never again. */
    List<String> removeSettings(TargetConnection target) {
        return settings.removeLeftovers(target);
    }
}
