/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds memory that a program could save: duplicate strings, empty and sparse collections, boxed
 * numbers.
 *
 * <p>{@link WastePass} reads the dump once for {@link StringDuplicates}, {@link CollectionSurvey}
 * and the histogram of unreachable objects. Memory: 32 to 64 bytes for each content of a string
 * ({@link ContentTable}); if that does not fit, it compares contents in several passes.
 *
 * <p>Tests: {@code StringDuplicatesTest}, {@code CollectionSurveyTest}, {@code OwnCollectionsTest},
 * {@code BoxedNumbersTest}.
 */
@NullMarked
package io.heapsight.heap.waste;

import org.jspecify.annotations.NullMarked;
