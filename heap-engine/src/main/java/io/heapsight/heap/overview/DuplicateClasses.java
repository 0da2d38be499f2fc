/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.overview;

import io.heapsight.explore.ClassList;
import io.heapsight.explore.DuplicateClassList;
import io.heapsight.heap.classes.ClassKind;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.LoaderNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Finds classes of one name that several loaders have defined, as Eclipse MAT's "Duplicate
 * Classes". Skips arrays, which are duplicate if their elements' classes are.
 */
public final class DuplicateClasses {
    /** Maximum rows for one name. */
    private static final int MOST_COPIES = 100;

    private DuplicateClasses() {}

    /**
     * Lists the duplicate classes, those of most loaders first.
     *
     * @param wanted by the name in Java source
     * @param most names at most
     */
    public static DuplicateClassList of(IndexedHeap heap, Predicate<String> wanted, int most) {
        Map<String, List<HeapClass>> byName = new HashMap<>();
        for (HeapClass each : heap.classes().all()) {
            if (each.dump() != null && each.kind() == ClassKind.INSTANCE) {
                byName.computeIfAbsent(each.name(), _ -> new ArrayList<>(1)).add(each);
            }
        }
        byName.values().removeIf(classes -> loaders(classes) < 2);
        byName.keySet().removeIf(wanted.negate());
        List<DuplicateClassList.Row> rows = new ArrayList<>();
        LoaderNames names = new LoaderNames(heap);
        byName.forEach((name, classes) -> rows.add(row(heap, names, name, classes)));
        rows.sort(
                Comparator.comparingLong(DuplicateClassList.Row::loaders)
                        .thenComparingLong(DuplicateClassList.Row::bytes)
                        .reversed()
                        .thenComparing(DuplicateClassList.Row::name));
        return new DuplicateClassList(
                List.copyOf(rows.subList(0, Math.min(most, rows.size()))), rows.size());
    }

    private static long loaders(List<HeapClass> classes) {
        return classes.size() < 2
                ? classes.size()
                : classes.stream().mapToLong(HeapClass::loader).distinct().count();
    }

    private static DuplicateClassList.Row row(
            IndexedHeap heap, LoaderNames names, String name, List<HeapClass> classes) {
        List<DuplicateClassList.Copy> copies = new ArrayList<>();
        long objects = 0;
        long bytes = 0;
        for (HeapClass each : classes) {
            ClassList.Row figure = heap.figure(each);
            copies.add(new DuplicateClassList.Copy(figure, names.of(each.loader())));
            objects += figure.objects();
            bytes += figure.bytes();
        }
        copies.sort(
                Comparator.comparingLong(
                                (DuplicateClassList.Copy it) -> it.figure().retainedBytes())
                        .reversed()
                        .thenComparingLong(it -> it.figure().address()));
        return new DuplicateClassList.Row(
                name,
                loaders(classes),
                objects,
                bytes,
                List.copyOf(copies.subList(0, Math.min(MOST_COPIES, copies.size()))));
    }
}
