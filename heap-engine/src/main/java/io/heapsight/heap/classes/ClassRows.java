/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

import io.heapsight.summary.ClassRow;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/** The rows of the class histogram, ranked by bytes, and their sum. */
public record ClassRows(List<ClassRow> rows, Totals totals) {
    public static final ClassRows NONE = new ClassRows(List.of(), Totals.counted(Total.NONE));

    private static final Comparator<ClassRow> MOST_BYTES_FIRST =
            Comparator.comparingLong((ClassRow row) -> -row.totals().all().bytes())
                    .thenComparing(ClassRow::name);

    /** The rows of a dump without known reachability. */
    public static ClassRows counted(HeapClasses classes, ClassTotals all) {
        List<ClassRow> rows = new ArrayList<>();
        for (HeapClass each : classes.all()) {
            rows.add(row(each, Totals.counted(all.of(each.index())), OptionalLong.empty()));
        }
        rows.sort(MOST_BYTES_FIRST);
        return new ClassRows(rows, Totals.counted(all.total()));
    }

    /**
     * The rows of a dump with known reachability.
     *
     * @param unreachable includes filler
     * @param garbage the unreachable objects that nothing holds
     * @param retained bytes by class; empty without dominators
     */
    public static ClassRows of(
            HeapClasses classes,
            ClassTotals reachable,
            ClassTotals unreachable,
            ClassTotals garbage,
            ClassTotals filler,
            long[] retained) {
        List<ClassRow> rows = new ArrayList<>();
        for (HeapClass each : classes.all()) {
            int i = each.index();
            Totals totals =
                    Totals.of(
                            reachable.of(i),
                            unreachable.of(i).minus(filler.of(i)),
                            garbage.of(i),
                            filler.of(i));
            rows.add(
                    row(
                            each,
                            totals,
                            retained.length == 0
                                    ? OptionalLong.empty()
                                    : OptionalLong.of(retained[i])));
        }
        rows.sort(MOST_BYTES_FIRST);
        return new ClassRows(
                rows,
                Totals.of(
                        reachable.total(),
                        unreachable.total().minus(filler.total()),
                        garbage.total(),
                        filler.total()));
    }

    private static ClassRow row(HeapClass of, Totals totals, OptionalLong retained) {
        return new ClassRow(of.name(), of.address(), of.loader(), totals, retained);
    }
}
