/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads the content of objects as a program sees it: the text of strings, the elements of
 * collections, the JDK's version.
 *
 * <p>{@link DumpedText} returns strings for display, {@link StringCursor} the position of their
 * characters, {@link CollectionReader} the number of elements of the {@code java.util} collections.
 * No memory per object.
 *
 * <p>Tests: {@code DumpedTextTest}, {@code DumpedJdkTest}, {@code ContentHashTest}; collections in
 * {@code CollectionSurveyTest}.
 */
@NullMarked
package io.heapsight.heap.content;

import org.jspecify.annotations.NullMarked;
