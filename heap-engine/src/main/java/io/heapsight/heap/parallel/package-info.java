/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Shares the work of a phase among worker threads, reports how far it has come, and ends it when it
 * is cancelled.
 *
 * <p>{@link WorkerThreads} runs one piece of work on each thread; {@link SegmentPass} lets them
 * read the segments of a dump, each thread into a share of its own that is merged afterwards.
 * {@link PhaseTracker} starts a {@link PhaseProgress} for each phase.
 *
 * <p>Tests: all of those that analyze a dump; the results for any number of threads are compared in
 * {@code GarbageTracerTest}.
 */
@NullMarked
package io.heapsight.heap.parallel;

import org.jspecify.annotations.NullMarked;
