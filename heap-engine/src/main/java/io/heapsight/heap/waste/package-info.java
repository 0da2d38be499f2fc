/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds what a program could do without: duplicate strings, empty and sparse collections, boxed
 * numbers.
 *
 * <p>{@link WastePass} reads the dump once for {@link StringDuplicates}, {@link CollectionSurvey}
 * and the histogram of unreachable objects. Memory: 32 to 64 bytes for each content of a string
 * ({@link ContentTable}); where that does not fit, contents are compared in several readings.
 *
 * <p>Tests: {@code StringDuplicatesTest}, {@code CollectionSurveyTest}, {@code OwnCollectionsTest},
 * {@code BoxedNumbersTest}.
 */
@NullMarked
package io.heapsight.heap.waste;

import org.jspecify.annotations.NullMarked;
