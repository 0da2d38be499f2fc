/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import io.heapsight.kept.KeptFile;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * The record of a stored GC log.
 *
 * @param id sorts by time; safe in paths and URLs
 * @param startedAt time at which the log was switched on
 * @param pid of the target, as seen by the sidecar
 * @param target its name
 * @param seconds duration of the log
 * @param bytes of the file
 * @param end why it ended
 * @param whole whether the log is complete: no line between its start and its end is missing
 * @param maxHeapBytes maximum heap size of the target, which its log lacks; empty if unknown
 */
public record GcLogRecord(
        String id,
        Instant startedAt,
        int pid,
        String target,
        int seconds,
        long bytes,
        GcLogger.End end,
        boolean whole,
        OptionalLong maxHeapBytes)
        implements KeptFile {
    public GcLogRecord {
        KeptFile.check(id, bytes);
    }
}
