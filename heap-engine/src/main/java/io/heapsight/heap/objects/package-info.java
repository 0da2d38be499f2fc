/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads single objects of a dump: what they refer to, what their fields hold, and how large they
 * are.
 *
 * <p>{@link ReferenceReader} reads one record at a time and keeps nothing; {@link ObjectFields}
 * reads fields by name; {@link ObjectSizes} has the shallow sizes, which {@link ClassSizes}
 * computes for the layout that was inferred. Memory: some arrays of one entry a class.
 *
 * <p>Tests: {@code ClassSizesTest}, {@code ObjectFieldsTest}.
 */
@NullMarked
package io.heapsight.heap.objects;

import org.jspecify.annotations.NullMarked;
