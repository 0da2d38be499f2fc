/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds the objects that meet the conditions of a query.
 *
 * <p>A condition is first made into a test for each class of the dump: what it says of class,
 * package and loader is then known, and the offsets of fields are; classes none of whose objects
 * can meet it drop out. One reading of the dump's records, by {@link
 * io.heapsight.heap.query.QueryScan}, applies what is left to the objects of the other classes,
 * cheap tests first, and keeps no more rows than are shown, or one sum for each class. Class
 * objects, which are no records of their own, follow as instances of {@code java.lang.Class}.
 *
 * <p>Memory: a test for each class, shared where they are equal; for each thread the rows that are
 * shown (some 60 bytes each), or 32 bytes a class.
 *
 * <p>Tests: {@code GoldenQueryTest} (golden dumps against brute force), {@code
 * RandomHeapExplorerTest} (random heaps in any order of records).
 */
@NullMarked
package io.heapsight.heap.query;

import org.jspecify.annotations.NullMarked;
