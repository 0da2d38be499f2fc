/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.explore.ObjectRow;
import io.heapsight.explore.query.HeapQuery;
import io.heapsight.explore.query.QueryCondition;
import io.heapsight.explore.query.QueryResult;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.ObjectDescriber;
import io.heapsight.heap.explore.TopObjects;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/** Answers queries for objects of an indexed heap. Not thread-safe. */
public final class HeapQueries {
    private final IndexedHeap heap;
    private final ObjectDescriber describer;

    public HeapQueries(IndexedHeap heap, ObjectDescriber describer) {
        this.heap = heap;
        this.describer = describer;
    }

    /**
     * Answers a query.
     *
     * @param usual rows if the query has no {@code limit}
     * @throws QueryTimeoutException if it exceeds the time limit
     * @throws java.util.concurrent.CancellationException if it was cancelled
     */
    public QueryResult answer(HeapQuery query, int usual, QueryDeadline deadline) {
        int most = query.limit().orElse(usual);
        int classes = heap.classes().size();
        ClassesWithElementCount sized = new ClassesWithElementCount(heap);
        ObjectPredicate[] tests =
                ConditionCompiler.of(
                        query.where().orElse(new QueryCondition.And(List.of())),
                        heap,
                        sized,
                        deadline);
        List<String> notes = new ArrayList<>();
        ScanResult found = new ScanResult(query, most, classes);
        if (Arrays.stream(tests).allMatch(ObjectPredicate.NEVER::equals)) {
            notes.add(
                    "No class of the dump can meet this: check the names of classes and fields,"
                            + " and whether a value is of its field's type.");
        } else {
            found =
                    new QueryScan(
                                    heap,
                                    sized,
                                    tests,
                                    () -> new ScanResult(query, most, classes),
                                    deadline)
                            .run();
        }
        if (found.total().unreachable() > 0) {
            notes.add(
                    "Unreachable objects are among them: their retained bytes are unknown and count"
                            + " as 0.");
        }
        if (query.grouping().isPresent()) {
            return grouped(query, most, found, notes);
        }
        List<QueryResult.Row> rows = rows(found.best(), sized, deadline);
        return new QueryResult(query, found.total(), rows, List.of(), 0, notes);
    }

    private QueryResult grouped(HeapQuery query, int most, ScanResult found, List<String> notes) {
        List<QueryResult.Group> groups =
                new QueryGroups(heap)
                        .of(found.sums(), query.grouping().orElseThrow(), query.ordering());
        notes.add("Retained bytes are added up: bytes that two of the objects retain count twice.");
        return new QueryResult(
                query,
                found.total(),
                List.of(),
                List.copyOf(groups.subList(0, Math.min(most, groups.size()))),
                groups.size(),
                notes);
    }

    private List<QueryResult.Row> rows(
            TopObjects best, ClassesWithElementCount sized, QueryDeadline deadline) {
        ScannedObject object = new ScannedObject(heap, sized);
        List<QueryResult.Row> rows = new ArrayList<>();
        for (TopObjects.Ranked each : best.ranked()) {
            deadline.check();
            ObjectRow row = describer.row(each.address());
            OptionalLong elements = OptionalLong.empty();
            if (heap.classAt(each.address()) < 0) {
                object.open(heap.position(each.address()), each.address());
                elements = object.elements();
            }
            rows.add(new QueryResult.Row(row, elements));
        }
        return rows;
    }
}
