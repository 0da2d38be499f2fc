/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Sums over the whole of an indexed heap: the top of the dominator tree by package, class loaders,
 * classes that several loaders have defined, and garbage by its roots.
 *
 * <p>Memory: some numbers for each class. Tests: {@code HeapOverviewTest}.
 */
@NullMarked
package io.heapsight.heap.overview;

import org.jspecify.annotations.NullMarked;
