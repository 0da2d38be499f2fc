/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.kept.KeptFile;
import java.time.Instant;

/**
 * What is known of a report that is kept: a thread dump, a class histogram, a garbage summary.
 *
 * @param id sorts by time; safe in paths and URLs
 * @param takenAt when the target was asked
 * @param pid of the target, as the sidecar saw it
 * @param target its name
 * @param bytes of its JSON
 * @param caller for whom it was taken: "trigger heap>90%"
 */
public record KeptReport(
        String id, Instant takenAt, int pid, String target, long bytes, String caller)
        implements KeptFile {
    public KeptReport {
        KeptFile.check(id, bytes);
    }
}
