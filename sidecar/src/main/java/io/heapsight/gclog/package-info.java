/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads the GC log that a target writes to a file: counts and times of its pauses, for targets
 * without counters. {@link io.heapsight.gclog.GcLogTailer} follows the file through rotations,
 * {@link io.heapsight.gclog.GcLogPauseTally} reads its lines. The target writes the log, so it may
 * be truncated, huge or hostile: unreadable parts are skipped and never an error.
 */
@NullMarked
package io.heapsight.gclog;

import org.jspecify.annotations.NullMarked;
