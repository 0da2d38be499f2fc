/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Records what was known about a target when it died, and determines why it died.
 *
 * <p>{@link io.heapsight.postmortem.DeathWatches} keeps one {@link
 * io.heapsight.postmortem.DeathWatch} for each target. While the target lives, it opens what will
 * vanish with the process, and waits on a pidfd without touching it; when the target ends, it reads
 * the {@link io.heapsight.postmortem.Evidence} at once, because the container runtime removes the
 * rest within 20 to 100 ms. {@link io.heapsight.postmortem.DeathDiagnosis} concludes from it;
 * {@link io.heapsight.postmortem.PostmortemStore} keeps the document. {@link
 * io.heapsight.postmortem.JvmDumpWatch} has the heap dump kept that the JVM writes by itself, for
 * which {@link io.heapsight.postmortem.JvmDumpPrecheck} says beforehand whether it could be.
 *
 * <p>Tests: {@code DeathDiagnosisTest} for each cause of death, {@code CrashArtifactsTest}, {@code
 * JvmDumpWatchTest}, {@code PidFdTest} and {@code PostmortemStoreTest}, {@code
 * MutatedPostmortemTest} with corrupted documents; real deaths in containers are in {@code
 * PostmortemsTest} and {@code JvmDumpsTest} of module tests.
 */
@NullMarked
package io.heapsight.postmortem;

import org.jspecify.annotations.NullMarked;
