/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Computes the retained sizes of the reachable objects of a dump, and of its threads and class
 * loaders.
 *
 * <p>Later packages query {@link RetainedHeap}: the {@link HeapGraph} with its dominators, and the
 * retained bytes of each node. Memory in addition to the tree: 4 bytes per leaf for its dominator,
 * 4 bytes per node for its class.
 *
 * <p>Tests: {@code ThreadSurveyTest}, {@code LoaderSurveyTest}, {@code LargeLeavesTest}, {@code
 * RandomHeapOracleTest}, {@code GoldenAnalysisTest} (against Eclipse MAT's dominators).
 */
@NullMarked
package io.heapsight.heap.retained;

import org.jspecify.annotations.NullMarked;
