/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Takes heap dumps of targets as jobs, and uploads them.
 *
 * <p>The packages, bottom up: {@code store} stores dumps in files; {@code analysis} runs a child
 * JVM on a stored dump; {@code mat} runs Eclipse MAT on one; {@code capture} makes a target write a
 * dump and transfers it into a file of the sidecar. The path of a dump: {@code HeapDumpTaker} (a
 * job, limited by the gate), {@code HeapDumper}, {@code DumpWrite}, {@code DumpStore}, {@code
 * DumpAnalyses}, {@code child.ChildWatcher}. Dumps that a JVM wrote by itself arrive through {@code
 * OutOfMemoryDumpCopier}.
 *
 * <p>The unit tests are beside the packages; {@code DownloadTest} and {@code UploadTest} of {@code
 * http} and the {@code HeapDump*Test} of the module {@code tests} cover the rest.
 */
@NullMarked
package io.heapsight.dump;

import org.jspecify.annotations.NullMarked;
