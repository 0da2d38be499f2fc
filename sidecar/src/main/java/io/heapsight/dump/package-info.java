/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Takes heap dumps of targets as jobs, and sends them elsewhere.
 *
 * <p>From below: {@code store} keeps dumps in files; {@code analysis} runs a child JVM over a dump
 * that is kept; {@code mat} has Eclipse MAT look at one; {@code capture} has a target write a dump
 * and brings it into a file of ours. A dump comes by {@code HeapDumpTaker} (a job, through the
 * gate), {@code HeapDumper}, {@code DumpWrite}, {@code DumpStore}, {@code DumpAnalyses} and {@code
 * child.ChildProcess}. One that a JVM wrote by itself comes by {@code JvmDumps}.
 *
 * <p>The unit tests are beside the packages; {@code DownloadTest} and {@code UploadTest} of {@code
 * http} and the {@code HeapDump*Test} of the module {@code tests} cover the rest.
 */
@NullMarked
package io.heapsight.dump;

import org.jspecify.annotations.NullMarked;
