/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds the garbage roots and the objects below each, and distinguishes filler from garbage.
 *
 * <p>{@link GarbageTracer} traces the heap in parts, on all threads. Memory: 40 bytes per reference
 * between parts ({@link CrossPartReferences}), and a list of arrays that may be filler.
 *
 * <p>Tests: {@code GarbageTracerTest}, {@code FillerRuleTest}; with the package before, {@code
 * GarbageBoundsTest}.
 */
@NullMarked
package io.heapsight.heap.garbage;

import org.jspecify.annotations.NullMarked;
