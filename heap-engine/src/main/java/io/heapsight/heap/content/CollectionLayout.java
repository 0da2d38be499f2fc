/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.hprof.BasicType;
import org.jspecify.annotations.Nullable;

/**
 * The offsets of the fields of a collection class.
 *
 * @param storage offset of the array, node or wrapped collection
 * @param count offset of the number of elements, of the index of a ring's first element, or of a
 *     concurrent map's base counter
 * @param more offset of a further field: the end of a ring, the other counters of a concurrent map
 */
public record CollectionLayout(JdkCollectionType kind, int storage, int count, int more) {
    /** Returns the layouts by class number; null for classes that are not a known collection. */
    public static @Nullable CollectionLayout[] ofAll(DumpedHeap heap) {
        HeapClasses classes = heap.classes();
        @Nullable CollectionLayout[] layouts = new @Nullable CollectionLayout[classes.size()];
        for (HeapClass candidate : classes.all()) {
            layouts[candidate.index()] = of(heap, candidate);
        }
        return layouts;
    }

    private static @Nullable CollectionLayout of(DumpedHeap heap, HeapClass collection) {
        for (HeapClass level : heap.classes().lineage(collection)) {
            if (level.rawName().startsWith("java/util/")) {
                for (JdkCollectionType kind : JdkCollectionType.all()) {
                    if (level.rawName().equals(kind.className())) {
                        CollectionLayout layout = of(heap, collection, kind);
                        if (layout != null) {
                            return layout;
                        }
                    }
                }
            }
        }
        return null;
    }

    private static @Nullable CollectionLayout of(
            DumpedHeap heap, HeapClass collection, JdkCollectionType kind) {
        int storage = offset(heap, collection, kind, kind.storage(), BasicType.OBJECT);
        int count = HeapClasses.ABSENT;
        int more = HeapClasses.ABSENT;
        if (kind == JdkCollectionType.CONCURRENT_HASH_MAP) {
            count = offset(heap, collection, kind, kind.count(), BasicType.LONG);
            more = offset(heap, collection, kind, "counterCells", BasicType.OBJECT);
        } else if (!kind.count().isEmpty()) {
            count = offset(heap, collection, kind, kind.count(), BasicType.INT);
            more = offset(heap, collection, kind, "tail", BasicType.INT);
        }
        boolean known = count != HeapClasses.ABSENT || kind.count().isEmpty();
        return storage == HeapClasses.ABSENT || !known
                ? null
                : new CollectionLayout(kind, storage, count, more);
    }

    private static int offset(
            DumpedHeap heap,
            HeapClass collection,
            JdkCollectionType kind,
            String field,
            BasicType type) {
        return heap.classes().fieldOffset(collection, kind.className(), field, type);
    }

    boolean wraps() {
        return kind.slots() == JdkCollectionType.Slots.WRAPPED;
    }
}
