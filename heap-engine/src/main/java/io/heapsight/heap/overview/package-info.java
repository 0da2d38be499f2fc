/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Lists about a whole indexed heap: the top of the dominator tree by package, class loaders,
 * classes that several loaders have defined, threads, and garbage by its roots.
 *
 * <p>Memory: a few numbers for each class and each thread. Tests: {@code HeapOverviewTest}, {@code
 * ThreadStackTest}.
 */
@NullMarked
package io.heapsight.heap.overview;

import org.jspecify.annotations.NullMarked;
