/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Counts unreachable objects, and finds those that HotSpot may hold by references that no dump
 * contains.
 *
 * <p>{@link UnreachableHistogram} counts by class. {@link VmHeldObjects} then marks objects that
 * class mirrors, the string table or other parts of the VM may hold, and {@link DeadSpaceFillers}
 * finds filler over dead objects: the rest is garbage. Memory: the spare bits of the index, 16
 * bytes for each candidate, and a count for each key.
 *
 * <p>Tests: {@code GarbageBoundsTest}, {@code GoldenAnalysisTest}.
 */
@NullMarked
package io.heapsight.heap.unreachable;

import org.jspecify.annotations.NullMarked;
