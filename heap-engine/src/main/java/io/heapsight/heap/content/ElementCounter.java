/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Counts the elements of a collection or array. Not thread-safe. */
public final class ElementCounter {
    /** Name prefix of the wrappers of {@code java.util.Collections}. */
    public static final String WRAPPERS = "java/util/Collections$";

    private static final int MOST_FIELDS = 8;

    private final DumpedHeap heap;
    private final @Nullable CollectionLayout[] layouts;
    private final CollectionReader collections;
    private final ReferenceReader object;
    private final SizeFieldReader sizes;

    public ElementCounter(DumpedHeap heap, ObjectSizes sizes) {
        this(heap, sizes, CollectionLayout.ofAll(heap));
    }

    /**
     * Creates a counter with shared layouts.
     *
     * @param layouts of all classes
     */
    public ElementCounter(
            DumpedHeap heap, ObjectSizes sizes, @Nullable CollectionLayout[] layouts) {
        this.heap = heap;
        this.layouts = layouts;
        this.collections = new CollectionReader(heap, sizes, layouts);
        this.object = new ReferenceReader(heap.bytes(), heap.classes());
        this.sizes = new SizeFieldReader(heap);
    }

    /** The number of elements; empty for other objects. */
    public OptionalLong elements(long address) {
        long position = heap.position(address);
        if (position < 0) {
            return OptionalLong.empty();
        }
        object.open(position);
        if (!object.isInstance()) {
            return OptionalLong.of(object.length());
        }
        if (object.classIndex() < 0) {
            return OptionalLong.empty();
        }
        if (layouts[object.classIndex()] == null) {
            String name = heap.classes().get(object.classIndex()).rawName();
            return name.startsWith(WRAPPERS) ? wrapped() : sizes.of(address);
        }
        return collection(position);
    }

    /** The elements of a wrapper of {@code java.util.Collections}. */
    private OptionalLong wrapped() {
        long[] references = new long[MOST_FIELDS];
        int count = object.read(0, references);
        for (int i = 0; i < count; i++) {
            long position = references[i] == 0 ? -1 : heap.position(references[i]);
            if (position >= 0) {
                object.open(position);
                OptionalLong elements = collection(position);
                if (elements.isPresent()) {
                    return elements;
                }
            }
        }
        return OptionalLong.empty();
    }

    private OptionalLong collection(long position) {
        CollectionLayout layout = object.classIndex() < 0 ? null : layouts[object.classIndex()];
        return layout != null && collections.read(position, layout)
                ? OptionalLong.of(collections.elements())
                : OptionalLong.empty();
    }

    /** The class of the object at an address; {@code java.lang.Class} for a class object. */
    public HeapClass classAt(long address) {
        long position = heap.position(address);
        if (position < 0) {
            return heap.classes().get(heap.classes().javaLangClass());
        }
        object.open(position);
        return heap.classes().get(object.classIndex());
    }
}
