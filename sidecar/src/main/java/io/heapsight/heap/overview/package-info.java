/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Sums over the whole of an indexed heap: the top of the dominator tree by package, class loaders,
 * and classes that several loaders have defined.
 *
 * <p>Memory: some numbers for each class. Tests: {@code HeapOverviewTest}.
 */
@NullMarked
package io.heapsight.heap.overview;

import org.jspecify.annotations.NullMarked;
