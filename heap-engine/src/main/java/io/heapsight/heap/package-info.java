/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Analyzes heap dumps: which objects are reachable, what dominates what, how many bytes that keeps
 * alive, what is garbage, and what the program wastes.
 *
 * <p>This package is the waist: {@link HeapAnalyzer} takes an {@link AnalysisRequest} and returns a
 * {@link io.heapsight.summary.HeapSummary}. The work is done in rooms, its sub-packages. They have
 * an order, which {@code ArchitectureTest} holds: a room uses only rooms before it, and none uses
 * the waist. Other packages use nothing of the rooms, except for {@link
 * io.heapsight.heap.layout.HeapFlags} and {@link io.heapsight.heap.memory.BudgetExceededException}.
 *
 * <p>Memory outside the Java heap comes from one {@link io.heapsight.heap.memory.MemoryBudget}. A
 * phase computes how much it needs and reserves all of it before it starts; the budget refuses, or
 * spills to a file, before anything was allocated.
 */
@NullMarked
package io.heapsight.heap;

import org.jspecify.annotations.NullMarked;
