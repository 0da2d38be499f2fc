/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Computes the retained sizes of the reachable objects of a dump, and what its threads and class
 * loaders retain.
 *
 * <p>{@link Retention} is what the rooms after it ask: the {@link HeapGraph} with its dominators,
 * and the retained bytes of each node. Memory, beside that of the tree: 4 bytes a leaf for its
 * dominator, 4 bytes a node for its class.
 *
 * <p>Tests: {@code ThreadSurveyTest}, {@code LoaderSurveyTest}, {@code LargeLeavesTest}, {@code
 * RandomHeapOracleTest}, {@code GoldenAnalysisTest} (against Eclipse MAT's dominators).
 */
@NullMarked
package io.heapsight.heap.retained;

import org.jspecify.annotations.NullMarked;
