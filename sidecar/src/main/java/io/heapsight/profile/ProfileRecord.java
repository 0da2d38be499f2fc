/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.kept.KeptFile;
import java.time.Instant;
import java.util.Optional;

/**
 * The record of a stored profile.
 *
 * @param id sorts by time; safe in paths and URLs
 * @param startedAt time of the request
 * @param pid of the target, as seen by the sidecar
 * @param target its name
 * @param event the sampled event
 * @param engine the source of samples of CPU time: see {@link SampledProfile}
 * @param seconds requested length
 * @param bytes of the recording
 * @param samples in it
 * @param whole false if it was ended early because of its size
 * @param way how it was transferred, and why
 * @param collectedAt start of the last collection before its end, if known
 */
public record ProfileRecord(
        String id,
        Instant startedAt,
        int pid,
        String target,
        ProfileEvent event,
        String engine,
        int seconds,
        long bytes,
        long samples,
        boolean whole,
        String way,
        Optional<Instant> collectedAt)
        implements KeptFile {
    public ProfileRecord {
        KeptFile.check(id, bytes);
    }

    /** "complete", or "cut" if it became too large. */
    public String state() {
        return whole ? "complete" : "cut";
    }
}
