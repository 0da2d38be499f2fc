/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Records the last known state of a target when it dies, and determines the cause.
 *
 * <p>{@link io.heapsight.postmortem.DeathWatches} has one {@link
 * io.heapsight.postmortem.DeathWatch} for each target. While the target is running, it opens files
 * that disappear with the process, and waits on a pidfd without affecting it. When the target ends,
 * it immediately reads the {@link io.heapsight.postmortem.DeathEvidence}, because the container
 * runtime removes the rest within 20 to 100 ms. {@link io.heapsight.postmortem.DeathDiagnosis}
 * determines the cause from it; {@link io.heapsight.postmortem.PostmortemStore} stores the
 * document. {@link io.heapsight.postmortem.OutOfMemoryDumpWatch} stores the heap dump that the JVM
 * writes by itself; {@link io.heapsight.postmortem.OutOfMemoryDumpPrecheck} predicts whether that
 * works.
 *
 * <p>Tests: {@code DeathDiagnosisTest} for each cause of death, {@code CrashArtifactsTest}, {@code
 * OutOfMemoryDumpWatchTest}, {@code PidFdTest} and {@code PostmortemStoreTest}, {@code
 * MutatedPostmortemTest} with corrupted documents; real deaths in containers are in {@code
 * PostmortemsTest} and {@code JvmDumpsTest} of module tests.
 */
@NullMarked
package io.heapsight.postmortem;

import org.jspecify.annotations.NullMarked;
