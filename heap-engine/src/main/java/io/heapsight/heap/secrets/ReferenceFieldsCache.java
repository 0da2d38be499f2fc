/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.explore.IndexedHeap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Caches the reference fields of classes: of those that may hold secrets by name, and of others on
 * request.
 */
final class ReferenceFieldsCache {
    private final IndexedHeap heap;
    private final @Nullable ReferenceFields[] named;
    private final Map<HeapClass, ReferenceFields> others = new HashMap<>();

    ReferenceFieldsCache(IndexedHeap heap) {
        this.heap = heap;
        named = new @Nullable ReferenceFields[heap.classes().size()];
        for (HeapClass each : heap.classes().all()) {
            ReferenceFields fields = fields(each);
            named[each.index()] = fields.isNamed() ? fields : null;
        }
    }

    private ReferenceFields fields(HeapClass of) {
        return ReferenceFields.of(heap.classes(), of, heap.file().bytes().idBytes());
    }

    /** The fields of a class; null if its instances hold no secrets by name. */
    @Nullable ReferenceFields named(HeapClass of) {
        return named[of.index()];
    }

    synchronized ReferenceFields of(HeapClass of) {
        return others.computeIfAbsent(of, this::fields);
    }
}
