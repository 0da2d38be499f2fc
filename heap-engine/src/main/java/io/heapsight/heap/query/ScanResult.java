/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.explore.query.HeapQuery;
import io.heapsight.explore.query.HeapQuery.Ordering;
import io.heapsight.explore.query.ObjectFigure;
import io.heapsight.explore.query.QueryResult;
import io.heapsight.heap.explore.TopObjects;

/** Collects the results of one thread: the best objects, or sums by class. Not thread-safe. */
final class ScanResult {
    private final Ordering ordering;
    private final boolean isGrouped;
    private final TopObjects best;
    private final ClassSums sums;
    private long objects;
    private long unreachable;
    private long shallowBytes;

    ScanResult(HeapQuery query, int most, int classes) {
        ordering = query.ordering();
        isGrouped = query.grouping().isPresent();
        best = new TopObjects(most);
        sums = new ClassSums(isGrouped ? classes : 0);
    }

    void add(ScannedObject object) {
        long shallow = object.shallow();
        objects++;
        shallowBytes += shallow;
        unreachable += object.isReachable() ? 0 : 1;
        if (isGrouped) {
            sums.add(object.classIndex(), shallow, object.retained());
        } else {
            best.add(object.address(), rank(object));
        }
    }

    /** The sort key, highest first; objects without the figure come last in both orders. */
    private long rank(ScannedObject object) {
        long value = object.figure(ordering.figure().orElse(ObjectFigure.RETAINED));
        if (value == ScannedObject.ABSENT) {
            return Long.MIN_VALUE;
        }
        return ordering.isAscending() ? -value : value;
    }

    void addAll(ScanResult other) {
        objects += other.objects;
        unreachable += other.unreachable;
        shallowBytes += other.shallowBytes;
        best.addAll(other.best);
        sums.addAll(other.sums);
    }

    QueryResult.Total total() {
        return new QueryResult.Total(objects, unreachable, shallowBytes);
    }

    TopObjects best() {
        return best;
    }

    ClassSums sums() {
        return sums;
    }
}
