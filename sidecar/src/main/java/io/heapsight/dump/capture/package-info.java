/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Makes a target write a heap dump and transfers it into a file of the sidecar.
 *
 * <p>The target writes directly into the sidecar's file system if it may ({@code DirectWrite}).
 * Otherwise it writes into its own file system ({@code WriteInTarget}): a file that the sidecar
 * copies, or a FIFO.
 *
 * <p>{@code DumpIntegrityCheckTest} covers the check of the written file, {@code
 * DestinationSelectorTest} and {@code DumpFileWatchdogTest} the free space, {@code DumpWriteTest}
 * the files of failed dumps, and {@code FifoWatchdogTest} the release of a target; {@code
 * HeapDumpTest}, {@code HeapDumpFailuresTest} and {@code FifoDumpTest} of the module {@code tests}
 * cover the rest.
 */
@NullMarked
package io.heapsight.dump.capture;

import org.jspecify.annotations.NullMarked;
