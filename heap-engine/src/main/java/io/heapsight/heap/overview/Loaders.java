/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.overview;

import io.heapsight.explore.LoaderList;
import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.explore.ClassFigures;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.IndexedObject;
import io.heapsight.heap.retained.LoaderSurvey;
import io.heapsight.summary.LoaderRow;
import java.util.List;
import java.util.OptionalLong;

/** Lists the class loaders of an indexed heap, with the figures of an analysis. */
public final class Loaders {
    private Loaders() {}

    /** Lists the loaders, those that retain most first. */
    public static LoaderList of(IndexedHeap heap, int most) {
        ClassFigures figures = heap.figures();
        ClassTotals reachable = new ClassTotals(heap.classes().size());
        for (int i = 0; i < heap.classes().size(); i++) {
            reachable.add(i, figures.objects()[i], figures.bytes()[i]);
        }
        List<LoaderRow> rows =
                LoaderSurvey.rows(
                        heap.heap(),
                        reachable,
                        address ->
                                heap.find(address)
                                        .map(IndexedObject::retainedBytes)
                                        .map(OptionalLong::of)
                                        .orElse(OptionalLong.empty()));
        return new LoaderList(
                List.copyOf(rows.subList(0, Math.min(most, rows.size()))), rows.size());
    }
}
