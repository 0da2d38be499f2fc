/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads what objects mean to a program: the text of strings, the elements of collections, the JDK's
 * version.
 *
 * <p>{@link DumpedText} returns strings for a person to read, {@link StringCursor} the place of
 * their characters; {@link CollectionReader} the number of elements of the {@code java.util}
 * collections. Nothing is kept for each object.
 *
 * <p>Tests: {@code DumpedTextTest}, {@code DumpedJdkTest}, {@code ContentHashTest}; collections in
 * {@code CollectionSurveyTest}.
 */
@NullMarked
package io.heapsight.heap.content;

import org.jspecify.annotations.NullMarked;
