/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.explore.query.HeapQuery.Grouping;
import io.heapsight.explore.query.HeapQuery.Ordering;
import io.heapsight.explore.query.ObjectFigure;
import io.heapsight.explore.query.QueryResult;
import io.heapsight.heap.classes.ClassNameTranslator;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.LoaderNames;
import io.heapsight.summary.Total;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Builds groups from the sums by class. */
final class QueryGroups {
    private final IndexedHeap heap;
    private final LoaderNames loaders;

    QueryGroups(IndexedHeap heap) {
        this.heap = heap;
        this.loaders = new LoaderNames(heap);
    }

    /** The identity of a group. */
    private record Key(String name, OptionalLong loader) {}

    /** All groups, in the requested order. */
    List<QueryResult.Group> of(ClassSums sums, Grouping grouping, Ordering ordering) {
        Map<Key, QueryResult.Group> groups = new HashMap<>();
        for (HeapClass each : heap.classes().all()) {
            Total total = sums.of(each.index());
            if (total.objects() > 0) {
                Key key = key(each, grouping);
                groups.merge(
                        key,
                        new QueryResult.Group(
                                key.name,
                                key.loader,
                                total.objects(),
                                total.bytes(),
                                sums.retained(each.index())),
                        QueryGroups::plus);
            }
        }
        List<QueryResult.Group> rows = new ArrayList<>(groups.values());
        rows.sort(comparator(ordering));
        return rows;
    }

    private Key key(HeapClass of, Grouping grouping) {
        return switch (grouping) {
            case CLASS -> new Key(of.name(), OptionalLong.empty());
            case PACKAGE -> new Key(ClassNameTranslator.packageOf(of.name()), OptionalLong.empty());
            case LOADER -> new Key(loaders.of(of.loader()), OptionalLong.of(of.loader()));
        };
    }

    private static QueryResult.Group plus(QueryResult.Group one, QueryResult.Group other) {
        return new QueryResult.Group(
                one.name(),
                one.loader(),
                one.objects() + other.objects(),
                one.shallowBytes() + other.shallowBytes(),
                one.retainedBytes() + other.retainedBytes());
    }

    private static Comparator<QueryResult.Group> comparator(Ordering ordering) {
        Comparator<QueryResult.Group> byFigure =
                Comparator.comparingLong(row -> figure(row, ordering));
        return (ordering.isAscending() ? byFigure : byFigure.reversed())
                .thenComparing(Comparator.comparingLong(QueryResult.Group::shallowBytes).reversed())
                .thenComparing(QueryResult.Group::name)
                .thenComparingLong(row -> row.loader().orElse(0));
    }

    private static long figure(QueryResult.Group row, Ordering ordering) {
        if (ordering.figure().isEmpty()) {
            return row.objects();
        }
        return ordering.figure().get() == ObjectFigure.SHALLOW
                ? row.shallowBytes()
                : row.retainedBytes();
    }
}
