/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Takes profiles of targets with async-profiler, and compares them.
 *
 * <p>{@code AsyncProfiler} has a target load the profiler's library and tells it what to do; {@code
 * ProfileTaker} does that as a job and keeps the recording. Recordings are read by {@code
 * ProfileFiles}, which runs in a child process of the sidecar or in a command: nothing that a
 * target wrote is parsed in the sidecar itself. {@code ProfileComparison} judges two of them.
 *
 * <p>The libraries of async-profiler ({@code one..}) stay in this package. Tests: {@code
 * ProfileComparisonTest} by simulation, {@code ProfileFilesTest} with a recorded profile.
 */
@NullMarked
package io.heapsight.profile;

import org.jspecify.annotations.NullMarked;
