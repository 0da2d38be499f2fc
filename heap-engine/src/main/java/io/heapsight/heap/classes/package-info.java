/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Numbers the classes of a dump, translates their names, and sums up objects and bytes by class.
 *
 * <p>{@link HeapClasses} numbers each {@link HeapClass}; everything else refers to classes by that
 * number. {@link ClassTotals} takes 16 bytes per class, nothing per object.
 *
 * <p>Tests: {@code ClassSizesTest} and {@code GoldenAnalysisTest}, which compares every class of
 * four dumps with HotSpot's histogram.
 */
@NullMarked
package io.heapsight.heap.classes;

import org.jspecify.annotations.NullMarked;
