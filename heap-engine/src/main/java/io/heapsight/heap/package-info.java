/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Analyzes heap dumps: reachable objects, dominators, retained sizes, garbage, and waste of the
 * program.
 *
 * <p>This package is the entry: {@link HeapAnalyzer} takes an {@link AnalysisRequest} and returns a
 * {@link io.heapsight.summary.HeapSummary}. Its sub-packages do the work. {@code ArchitectureTest}
 * checks their order: each uses only those before it, and none uses this package. Other packages
 * use only {@link io.heapsight.heap.layout.HeapFlags} and {@link
 * io.heapsight.heap.memory.BudgetExceededException} of the sub-packages.
 *
 * <p>Memory outside the Java heap comes from one {@link io.heapsight.heap.memory.MemoryBudget}. A
 * phase computes and reserves its memory before it starts; the budget refuses, or spills to a file,
 * before any allocation.
 */
@NullMarked
package io.heapsight.heap;

import org.jspecify.annotations.NullMarked;
