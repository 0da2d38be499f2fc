/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.heap.classes.ClassKind;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.content.CollectionLayout;
import io.heapsight.heap.content.ElementCounter;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.hprof.BasicType;
import org.jspecify.annotations.Nullable;

/**
 * Determines the classes of objects with an element count: collections, and classes with a field
 * named {@code size}. Thread-safe.
 */
final class ClassesWithElementCount {
    private static final String SIZE = "size";

    private final IndexedHeap heap;
    private final @Nullable CollectionLayout[] layouts;
    private final @Nullable FieldPlace[] fields;

    ClassesWithElementCount(IndexedHeap heap) {
        this.heap = heap;
        layouts = CollectionLayout.ofAll(heap.heap());
        fields = new @Nullable FieldPlace[layouts.length];
        int idBytes = heap.file().bytes().idBytes();
        for (HeapClass each : heap.classes().all()) {
            if (each.kind() == ClassKind.INSTANCE && !isCounted(each)) {
                fields[each.index()] =
                        FieldPlace.find(heap.classes(), each, SIZE, idBytes)
                                .filter(ClassesWithElementCount::isNumber)
                                .orElse(null);
            }
        }
    }

    private static boolean isNumber(FieldPlace place) {
        return place.type() == BasicType.INT || place.type() == BasicType.LONG;
    }

    /** Whether the elements are counted as those of a collection. */
    boolean isCounted(HeapClass of) {
        return layouts[of.index()] != null || of.rawName().startsWith(ElementCounter.WRAPPERS);
    }

    /**
     * Returns the field {@code size} of a class that is not a known collection; null without one.
     */
    @Nullable FieldPlace field(int classIndex) {
        return fields[classIndex];
    }

    boolean canHaveSize(HeapClass of) {
        return fields[of.index()] != null || isCounted(of);
    }

    /** Creates a counter for one thread. */
    ElementCounter counter() {
        return new ElementCounter(heap.heap(), heap.sizes(), layouts);
    }
}
