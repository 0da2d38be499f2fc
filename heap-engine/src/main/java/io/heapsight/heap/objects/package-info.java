/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads single objects of a dump: their references, fields and sizes.
 *
 * <p>{@link ReferenceReader} reads one record at a time and stores nothing; {@link ObjectFields}
 * reads fields by name; {@link ObjectSizes} stores the shallow sizes, which {@link ClassSizes}
 * computes for the inferred layout. Memory: a few arrays of one entry a class.
 *
 * <p>Tests: {@code ClassSizesTest}, {@code ObjectFieldsTest}.
 */
@NullMarked
package io.heapsight.heap.objects;

import org.jspecify.annotations.NullMarked;
