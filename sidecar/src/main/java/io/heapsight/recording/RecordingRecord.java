/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.kept.KeptFile;
import java.time.Instant;

/**
 * The record of a stored Flight Recorder recording.
 *
 * @param id sorts by time; safe in paths and URLs
 * @param startedAt start of the recording
 * @param pid of the target, as seen by the sidecar
 * @param target its name
 * @param seconds length
 * @param bytes of the file
 * @param settings name of the JDK's settings, or of the posted document
 */
public record RecordingRecord(
        String id,
        Instant startedAt,
        int pid,
        String target,
        int seconds,
        long bytes,
        String settings)
        implements KeptFile {
    public RecordingRecord {
        KeptFile.check(id, bytes);
    }
}
