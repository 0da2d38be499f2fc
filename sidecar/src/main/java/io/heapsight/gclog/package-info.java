/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads the GC log that a target writes to a file: counts and times of its pauses, where it has no
 * counters. {@link io.heapsight.gclog.GcLogReader} follows the file through rotations, {@link
 * io.heapsight.gclog.GcLogParser} reads its lines. The target writes the log, so that it may be
 * cut, huge or hostile: what can't be read is skipped, never an error.
 */
@NullMarked
package io.heapsight.gclog;

import org.jspecify.annotations.NullMarked;
