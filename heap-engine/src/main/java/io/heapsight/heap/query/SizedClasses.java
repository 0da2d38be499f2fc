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
 * Knows which classes are collections, and which other ones have a field named {@code size}. Shared
 * by threads.
 */
final class SizedClasses {
    private static final String SIZE = "size";

    private final IndexedHeap heap;
    private final @Nullable CollectionLayout[] layouts;
    private final @Nullable FieldPlace[] fields;

    SizedClasses(IndexedHeap heap) {
        this.heap = heap;
        layouts = CollectionLayout.ofAll(heap.heap());
        fields = new @Nullable FieldPlace[layouts.length];
        int idBytes = heap.file().bytes().idBytes();
        for (HeapClass each : heap.classes().all()) {
            if (each.kind() == ClassKind.INSTANCE && !isCounted(each)) {
                fields[each.index()] =
                        FieldPlace.find(heap.classes(), each, SIZE, idBytes)
                                .filter(SizedClasses::isNumber)
                                .orElse(null);
            }
        }
    }

    private static boolean isNumber(FieldPlace place) {
        return place.type() == BasicType.INT || place.type() == BasicType.LONG;
    }

    /** Whether the elements are counted as a collection's are. */
    boolean isCounted(HeapClass of) {
        return layouts[of.index()] != null || of.rawName().startsWith(ElementCounter.WRAPPERS);
    }

    /** The field that tells it of what is no known collection; null for none. */
    @Nullable FieldPlace field(int classIndex) {
        return fields[classIndex];
    }

    boolean canHaveSize(HeapClass of) {
        return fields[of.index()] != null || isCounted(of);
    }

    /** For one thread to count with. */
    ElementCounter counter() {
        return new ElementCounter(heap.heap(), heap.sizes(), layouts);
    }
}
