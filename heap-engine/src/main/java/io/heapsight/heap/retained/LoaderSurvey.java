/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.content.DumpedText;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.summary.LoaderRow;
import io.heapsight.summary.Total;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Lists the class loaders that have defined classes of the dump, including the boot loader. */
public final class LoaderSurvey {
    private static final String CLASS_LOADER = "java/lang/ClassLoader";
    private static final long BOOT = 0;
    private static final int LONGEST_NAME = 100;

    private final DumpedHeap heap;
    private final RetainedSizeLookup retained;
    private final ObjectFields fields;
    private final DumpedText text;

    private LoaderSurvey(DumpedHeap heap, RetainedSizeLookup retained) {
        this.heap = heap;
        this.retained = retained;
        this.fields = new ObjectFields(heap);
        this.text = new DumpedText(heap);
    }

    private static final class Defined {
        private long classes;
        private Total instances = Total.NONE;
    }

    /**
     * All loaders, ranked by retained bytes, then by bytes of instances.
     *
     * @param reachable objects by class
     */
    public static List<LoaderRow> rows(
            DumpedHeap heap, ClassTotals reachable, RetainedSizeLookup retained) {
        return new LoaderSurvey(heap, retained).rows(reachable);
    }

    private List<LoaderRow> rows(ClassTotals reachable) {
        TreeMap<Long, Defined> byLoader = new TreeMap<>();
        byLoader.put(BOOT, new Defined());
        for (HeapClass each : heap.classes().all()) {
            Defined defined = byLoader.computeIfAbsent(each.loader(), _ -> new Defined());
            defined.instances = defined.instances.plus(reachable.of(each.index()));
            if (each.dump() != null) {
                defined.classes++;
            }
        }
        List<LoaderRow> rows = new ArrayList<>();
        byLoader.forEach((address, defined) -> rows.add(row(address, defined)));
        rows.sort(
                Comparator.comparingLong((LoaderRow row) -> row.retainedBytes().orElse(0))
                        .thenComparingLong(row -> row.instances().bytes())
                        .reversed());
        return rows;
    }

    private LoaderRow row(long address, Defined defined) {
        String className = "(boot)";
        Optional<String> name = Optional.empty();
        OptionalLong parent = OptionalLong.empty();
        OptionalLong retainedBytes = OptionalLong.empty();
        if (address != BOOT) {
            className = "?";
            retainedBytes = retained.of(address);
            if (fields.open(address)) {
                className = fields.type().name();
                name = text.at(fields.reference(CLASS_LOADER, "name"), LONGEST_NAME);
                parent = OptionalLong.of(fields.reference(CLASS_LOADER, "parent"));
            }
        }
        return new LoaderRow(
                address,
                className,
                name,
                parent,
                defined.classes,
                defined.instances,
                retainedBytes);
    }
}
