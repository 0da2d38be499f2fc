/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Has a target write a heap dump and brings it into a file of ours.
 *
 * <p>The target writes straight into the sidecar's file system where it may ({@code DirectWrite}),
 * else into its own ({@code WriteInTarget}): into a file that is copied, or through a FIFO.
 *
 * <p>{@code DumpIntegrityCheckTest} covers the check of what was written; {@code HeapDumpTest},
 * {@code HeapDumpFailuresTest} and {@code FifoDumpTest} of the module {@code tests} cover the rest.
 */
@NullMarked
package io.heapsight.dump.capture;

import org.jspecify.annotations.NullMarked;
