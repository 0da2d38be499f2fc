/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Takes profiles of targets with async-profiler, and compares them.
 *
 * <p>{@code AsyncProfiler} loads the profiler's library into a target and controls it; {@code
 * ProfileTaker} does that as a job and stores the recording. {@code ProfileConverter} reads
 * recordings in a child process of the sidecar or in a command: the sidecar itself never parses
 * data written by a target. {@code ProfileComparison} compares two profiles.
 *
 * <p>The libraries of async-profiler ({@code one..}) stay in this package. Tests: {@code
 * ProfileComparisonTest} by simulation, {@code ProfileConverterTest} with a recorded profile.
 */
@NullMarked
package io.heapsight.profile;

import org.jspecify.annotations.NullMarked;
