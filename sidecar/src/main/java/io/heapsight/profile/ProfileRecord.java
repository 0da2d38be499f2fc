/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.kept.KeptFile;
import java.time.Instant;

/**
 * What is known of a profile that is kept.
 *
 * @param id sorts by time; safe in paths and URLs
 * @param startedAt when it was asked for
 * @param pid of the target, as the sidecar saw it
 * @param target its name
 * @param event what was sampled
 * @param engine how: "perf_events", "ctimer" or "itimer" for CPU time
 * @param seconds how long it was to be
 * @param bytes of the recording
 * @param samples in it
 * @param whole false where it was ended before its time, because of its size
 * @param way how it came here, and why so
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
        String way)
        implements KeptFile {
    public ProfileRecord {
        KeptFile.check(id, bytes);
    }

    /** "complete", or "cut" where it became too large. */
    public String state() {
        return whole ? "complete" : "cut";
    }
}
