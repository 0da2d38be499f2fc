/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.kept.KeptFile;
import java.time.Instant;

/**
 * The record of a stored report: a thread dump, a class histogram, a garbage summary.
 *
 * @param id sorts by time; safe in paths and URLs
 * @param takenAt time of the capture
 * @param pid of the target, as seen by the sidecar
 * @param target name of the target
 * @param bytes size of its JSON
 * @param caller "trigger heap>90%"
 */
public record KeptReport(
        String id, Instant takenAt, int pid, String target, long bytes, String caller)
        implements KeptFile {
    public KeptReport {
        KeptFile.check(id, bytes);
    }
}
