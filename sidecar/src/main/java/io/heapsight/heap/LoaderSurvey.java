/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The class loaders that have defined classes of the dump, the boot loader among them. */
final class LoaderSurvey {
    private static final String CLASS_LOADER = "java/lang/ClassLoader";
    private static final long BOOT = 0;

    private LoaderSurvey() {}

    private static final class Defined {
        private long classes;
        private Total instances = Total.NONE;
    }

    /**
     * All of them, those that retain most first; then those with the most bytes of instances.
     *
     * @param reachable objects by class
     */
    static List<LoaderRow> rows(
            DumpedHeap heap, ClassTotals reachable, RetainedByAddress retained) {
        TreeMap<Long, Defined> byLoader = new TreeMap<>();
        byLoader.put(BOOT, new Defined());
        for (HeapClass each : heap.classes().all()) {
            Defined defined = byLoader.computeIfAbsent(each.loader(), _ -> new Defined());
            defined.instances = defined.instances.plus(reachable.of(each.index()));
            if (each.dump() != null) {
                defined.classes++;
            }
        }
        ObjectFields fields = new ObjectFields(heap);
        List<LoaderRow> rows = new ArrayList<>();
        byLoader.forEach((address, defined) -> rows.add(row(fields, address, defined, retained)));
        rows.sort(
                Comparator.comparingLong((LoaderRow row) -> row.retainedBytes().orElse(0))
                        .thenComparingLong(row -> row.instances().bytes())
                        .reversed());
        return rows;
    }

    private static LoaderRow row(
            ObjectFields fields, long address, Defined defined, RetainedByAddress retained) {
        String className = "(boot)";
        OptionalLong parent = OptionalLong.empty();
        OptionalLong retainedBytes = OptionalLong.empty();
        if (address != BOOT) {
            className = "?";
            retainedBytes = retained.of(address);
            if (fields.open(address)) {
                className = fields.type().name();
                parent = OptionalLong.of(fields.reference(CLASS_LOADER, "parent"));
            }
        }
        return new LoaderRow(
                address, className, parent, defined.classes, defined.instances, retainedBytes);
    }
}
