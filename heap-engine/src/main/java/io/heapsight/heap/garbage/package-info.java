/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds the roots of garbage and what hangs below each of them, and tells filler from garbage.
 *
 * <p>{@link GarbageTracer} traces the heap in parts, on all threads. Memory: 40 bytes for each
 * reference between parts ({@link CrossPartReferences}), and a list of arrays that may be filler.
 *
 * <p>Tests: {@code GarbageTracerTest}, {@code FillerRuleTest}; with the room before, {@code
 * GarbageBoundsTest}.
 */
@NullMarked
package io.heapsight.heap.garbage;

import org.jspecify.annotations.NullMarked;
