/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.diff;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.explore.IndexedHeap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the class names of both heaps. The label of an object is twice the number of its class'
 * name. The label of a class object is twice the number of the class that it describes, plus 1.
 */
final class ClassNameNumbers {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    /** The numbers of a heap's class names by class; adds new names. */
    int[] of(IndexedHeap heap) {
        int[] found = new int[heap.classes().size()];
        for (HeapClass each : heap.classes().all()) {
            found[each.index()] = numbers.computeIfAbsent(each.name(), this::next);
        }
        return found;
    }

    private int next(String name) {
        names.add(name);
        return names.size() - 1;
    }

    static int ofObject(int name) {
        return 2 * name;
    }

    static int ofClassObject(int name) {
        return 2 * name + 1;
    }

    int size() {
        return 2 * names.size();
    }

    String text(int label) {
        String name = names.get(label / 2);
        return label % 2 == 0 ? name : name + " (class)";
    }
}
