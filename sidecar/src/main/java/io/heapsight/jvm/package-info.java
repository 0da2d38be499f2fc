/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds, describes, selects and watches the visible JVMs, and connects to them.
 *
 * <p>{@link TargetFinder} scans /proc; {@link TargetInspector} inspects one process by its memory
 * map, its counters, its command line, its environment and its JDK's files, and gives the reason
 * for each missing value. {@link TargetSelector} selects, {@link TargetWatcher} follows across
 * restarts. {@link TargetConnector} opens a {@link TargetConnection} with the rights that {@link
 * TargetAccess} determines: the sidecar's own, or those of a worker from the {@link
 * WorkerProcessPool}.
 *
 * <p>A process is identified by pid and start time, never by pid alone.
 *
 * <p>Tests: {@code TargetWatcherTest}, {@code TargetSelectorTest}, {@code JvmOptionsReaderTest},
 * {@code OptionTokenizerTest} and {@code SourceProgramTest} on a fixture {@code /proc}, {@code
 * MutatedCommandLineTest} with corrupted command lines; with real JVMs, {@code TargetMatrixTest},
 * {@code VisibleTargetsTest}, {@code SeveralTargetsTest} and {@code SamePidRestartTest} of module
 * tests.
 */
@NullMarked
package io.heapsight.jvm;

import org.jspecify.annotations.NullMarked;
