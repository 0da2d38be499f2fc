/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Computes the sizes of objects by HotSpot's rules for the layout of fields, and infers the layout
 * of a JVM from the distances between its objects.
 *
 * <p>{@link ObjectLayout} defines the sizes of headers, references and alignment; {@link
 * InstanceSizes} packs the fields of a class and its super classes. {@link LayoutInference}
 * compares all layouts of HotSpot with {@link ArrayDistances} and {@link ObservedSize}. {@link
 * HeapFlags} is the only type of the analysis packages that other packages may use. Nothing here
 * reads a dump or stores data per object.
 *
 * <p>Tests: {@code ObjectLayoutTest} (against sizes recorded from HotSpot), {@code
 * LayoutInferenceTest}, {@code ObservedSizeTest}, {@code HeapFlagsTest}.
 */
@NullMarked
package io.heapsight.heap.layout;

import org.jspecify.annotations.NullMarked;
