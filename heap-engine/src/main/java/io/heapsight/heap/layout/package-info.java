/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Computes how many bytes objects take from what HotSpot does to their fields, and infers the
 * layout of a JVM from the distances between its objects.
 *
 * <p>{@link ObjectLayout} has the sizes of headers, references and alignment; {@link InstanceSizes}
 * packs the fields of a class and its super classes into it. {@link LayoutInference} compares all
 * layouts that HotSpot knows with {@link ArrayDistances} and {@link ObservedSize}. {@link
 * HeapFlags} is the one type of the rooms that other packages may use. Nothing here reads a dump,
 * and nothing is kept for each object.
 *
 * <p>Tests: {@code ObjectLayoutTest} (against sizes recorded from HotSpot), {@code
 * LayoutInferenceTest}, {@code ObservedSizeTest}, {@code HeapFlagsTest}.
 */
@NullMarked
package io.heapsight.heap.layout;

import org.jspecify.annotations.NullMarked;
