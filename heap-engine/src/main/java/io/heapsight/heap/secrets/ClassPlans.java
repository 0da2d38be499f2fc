/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.explore.IndexedHeap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Caches the plans of classes: of those that may hold secrets by name, and of others on request.
 */
final class ClassPlans {
    private final IndexedHeap heap;
    private final @Nullable ClassPlan[] named;
    private final Map<HeapClass, ClassPlan> others = new HashMap<>();

    ClassPlans(IndexedHeap heap) {
        this.heap = heap;
        named = new @Nullable ClassPlan[heap.classes().size()];
        for (HeapClass each : heap.classes().all()) {
            ClassPlan plan = plan(each);
            named[each.index()] = plan.isNamed() ? plan : null;
        }
    }

    private ClassPlan plan(HeapClass of) {
        return ClassPlan.of(heap.classes(), of, heap.file().bytes().idBytes());
    }

    /** The plan of a class; null if its instances hold no secrets by name. */
    @Nullable ClassPlan named(HeapClass of) {
        return named[of.index()];
    }

    synchronized ClassPlan of(HeapClass of) {
        return others.computeIfAbsent(of, this::plan);
    }
}
