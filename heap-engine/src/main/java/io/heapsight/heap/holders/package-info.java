/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds the places in a program, fields and local variables, that hold an object or waste.
 *
 * <p>{@link HolderFinder} goes up the dominator tree from an object to the program's field; {@link
 * WasteHolderFinder} does so for wasted objects. {@link ReferrerPass} is the pass over the dump for
 * both. Memory: 72 bytes for each pair of classes, 24 for each example ({@link WasteByHolder}).
 *
 * <p>Tests: {@code SuspectFinderTest}, {@code GoldenAnalysisTest}; decision 14 explains why holders
 * are fields.
 */
@NullMarked
package io.heapsight.heap.holders;

import org.jspecify.annotations.NullMarked;
