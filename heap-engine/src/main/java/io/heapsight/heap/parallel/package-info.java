/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Divides the work of a phase among worker threads, reports its progress, and ends it if it is
 * cancelled.
 *
 * <p>{@link WorkerThreads} runs one piece of work on each thread; {@link SegmentPass} lets them
 * read the segments of a dump, each thread into its own share, and merges the shares. {@link
 * PhaseStarter} starts a {@link PhaseProgress} for each phase.
 *
 * <p>Tests: all that analyze a dump; {@code GarbageTracerTest} compares the results for any number
 * of threads.
 */
@NullMarked
package io.heapsight.heap.parallel;

import org.jspecify.annotations.NullMarked;
