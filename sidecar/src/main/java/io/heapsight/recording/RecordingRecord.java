/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.kept.KeptFile;
import java.time.Instant;

/**
 * What is known of a Flight Recorder recording that is kept.
 *
 * @param id sorts by time; safe in paths and URLs
 * @param startedAt when the target had begun to record
 * @param pid of the target, as the sidecar saw it
 * @param target its name
 * @param seconds how long it recorded
 * @param bytes of the file
 * @param settings the name of the JDK's settings, or of those that were posted
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
