/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds the objects that meet the conditions of a query.
 *
 * <p>A condition is first converted into a test for each class of the dump: this resolves
 * conditions on class, package and loader, and the offsets of fields; classes that can't meet it
 * are dropped. One pass over the dump's records, by {@link io.heapsight.heap.query.QueryScan},
 * applies the tests to the objects of the other classes, cheap tests first. It stores only the
 * shown rows, or one sum for each class. Class objects, which have no records of their own, follow
 * as instances of {@code java.lang.Class}.
 *
 * <p>Memory: a test for each class, equal ones shared; for each thread, the shown rows (about 60
 * bytes each), or 32 bytes a class.
 *
 * <p>Tests: {@code GoldenQueryTest} (golden dumps against brute force), {@code
 * RandomHeapExplorerTest} (random heaps in any order of records).
 */
@NullMarked
package io.heapsight.heap.query;

import org.jspecify.annotations.NullMarked;
