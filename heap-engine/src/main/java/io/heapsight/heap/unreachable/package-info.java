/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Counts unreachable objects, and finds those among them that HotSpot may hold through what no dump
 * contains.
 *
 * <p>{@link UnreachableHistogram} counts by class. {@link VmHeldObjects} then marks what class
 * mirrors, the string table or other parts of the VM may hold, and {@link DeadSpaceFiller} finds
 * filler over dead objects: what is left is garbage. Memory: the spare bits of the index, 16 bytes
 * for each candidate, and a count for each of their keys.
 *
 * <p>Tests: {@code GarbageBoundsTest}, {@code GoldenAnalysisTest}.
 */
@NullMarked
package io.heapsight.heap.unreachable;

import org.jspecify.annotations.NullMarked;
