/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Records the last known state of a target when it dies, and determines the cause.
 *
 * <p>{@link io.heapsight.postmortem.DeathWatches} keeps one {@link
 * io.heapsight.postmortem.DeathWatch} for each target. While the target is running, it opens files
 * that will vanish with the process, and waits on a pidfd without touching it; when the target
 * ends, it reads the {@link io.heapsight.postmortem.DeathEvidence} at once, because the container
 * runtime removes the rest within 20 to 100 ms. {@link io.heapsight.postmortem.DeathDiagnosis}
 * concludes from it; {@link io.heapsight.postmortem.PostmortemStore} stores the document. {@link
 * io.heapsight.postmortem.JvmDumpWatch} stores the heap dump that the JVM writes by itself; {@link
 * io.heapsight.postmortem.JvmDumpPrecheck} predicts whether that will work.
 *
 * <p>Tests: {@code DeathDiagnosisTest} for each cause of death, {@code CrashArtifactsTest}, {@code
 * JvmDumpWatchTest}, {@code PidFdTest} and {@code PostmortemStoreTest}, {@code
 * MutatedPostmortemTest} with corrupted documents; real deaths in containers are in {@code
 * PostmortemsTest} and {@code JvmDumpsTest} of module tests.
 */
@NullMarked
package io.heapsight.postmortem;

import org.jspecify.annotations.NullMarked;
