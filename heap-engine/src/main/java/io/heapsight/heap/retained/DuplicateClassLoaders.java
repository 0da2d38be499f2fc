/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.classes.ClassKind;
import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.summary.DominatorResults.ClassCopies;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Finds class loaders of one class that have loaded the same classes. */
public final class DuplicateClassLoaders {
    private static final int LEAST_LOADERS = 3;
    private static final int MOST_ROWS = 10;

    private final DumpedHeap heap;
    private final ClassTotals reachable;
    private final RetainedSizeLookup retained;
    private final ObjectFields fields;

    private DuplicateClassLoaders(
            DumpedHeap heap, ClassTotals reachable, RetainedSizeLookup retained) {
        this.heap = heap;
        this.reachable = reachable;
        this.retained = retained;
        this.fields = new ObjectFields(heap);
    }

    /** Returns the duplicates with most bytes first. */
    public static List<ClassCopies> find(
            DumpedHeap heap, ClassTotals reachable, RetainedSizeLookup retained) {
        return new DuplicateClassLoaders(heap, reachable, retained).find();
    }

    /** The loaders of one class, and the classes that they loaded. */
    private static final class Loaders {
        private final Map<String, Integer> times = new TreeMap<>();
        private final Set<Long> addresses = new HashSet<>();
        private long instanceBytes;
    }

    private List<ClassCopies> find() {
        Map<String, Loaders> byClass = new HashMap<>();
        for (HeapClass each : heap.classes().all()) {
            // Skips classes that the JDK generates at run time, one per loader.
            if (each.loader() != 0
                    && each.kind() == ClassKind.INSTANCE
                    && each.rawName().indexOf('+') < 0
                    && fields.open(each.loader())) {
                Loaders loaders = byClass.computeIfAbsent(fields.type().name(), _ -> new Loaders());
                loaders.times.merge(each.name(), 1, Integer::sum);
                loaders.addresses.add(each.loader());
                loaders.instanceBytes += reachable.of(each.index()).bytes();
            }
        }
        List<ClassCopies> rows = new ArrayList<>();
        byClass.forEach((name, loaders) -> addTo(rows, name, loaders));
        rows.sort(
                Comparator.comparingLong(ClassCopies::bytes)
                        .reversed()
                        .thenComparing(ClassCopies::loaderClass));
        return rows.subList(0, Math.min(MOST_ROWS, rows.size()));
    }

    private void addTo(List<ClassCopies> rows, String loaderClass, Loaders loaders) {
        int most = loaders.times.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        if (most < LEAST_LOADERS) {
            return;
        }
        String telling =
                loaders.times.entrySet().stream()
                        .filter(entry -> entry.getValue() == most)
                        .map(Map.Entry::getKey)
                        .min(
                                Comparator.comparing((String name) -> name.indexOf('$') >= 0)
                                        .thenComparingInt(String::length)
                                        .thenComparing(Comparator.naturalOrder()))
                        .orElseThrow();
        long all = loaders.times.values().stream().filter(times -> times >= LEAST_LOADERS).count();
        long held =
                loaders.addresses.stream()
                        .mapToLong(address -> retained.of(address).orElse(0))
                        .sum();
        rows.add(
                new ClassCopies(
                        telling, loaderClass, most, all, Math.max(held, loaders.instanceBytes)));
    }
}
