/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.objects;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.layout.ObjectLayout;
import io.heapsight.hprof.BasicType;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Computes the sizes of {@code StackChunk} objects, which hold parts of the stacks of unmounted
 * virtual threads in the heap. Instances of this class differ in size.
 *
 * @param classIndex the number of their class
 * @param sizeOffset offset of the field with the size of a part, in words, among an instance's
 *     bytes
 * @param instanceBytes of the fields
 */
public record StackChunkSizes(
        int classIndex, int sizeOffset, long instanceBytes, ObjectLayout layout) {
    public static final String CLASS_NAME = "jdk/internal/vm/StackChunk";

    /** The class {@code StackChunk}, if the dump contains it. */
    public static Optional<HeapClass> classIn(HeapClasses classes) {
        OptionalInt index = classes.named(CLASS_NAME);
        return index.isEmpty() ? Optional.empty() : Optional.of(classes.get(index.getAsInt()));
    }

    /** The offset of the field with the words of a part; {@link HeapClasses#ABSENT} without it. */
    public static int sizeOffset(HeapClasses classes, HeapClass chunk) {
        return classes.fieldOffset(chunk, CLASS_NAME, "size", BasicType.INT);
    }

    /** Bytes of the current part of a reader. */
    long bytes(ReferenceReader chunk) {
        return layout.stackChunkBytes(instanceBytes, Math.max(0, chunk.intAt(sizeOffset)));
    }
}
