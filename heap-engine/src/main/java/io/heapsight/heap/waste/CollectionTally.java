/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.CollectionFillLevel;
import io.heapsight.summary.Waste.CollectionWaste;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Counts collections by class and fill; 40 bytes a class. Not thread-safe. */
final class CollectionTally {
    private static final int FILLS = CollectionFillLevel.COLUMNS;

    private final long[] counts;
    private final long[] savable;

    CollectionTally(int classes) {
        this.counts = new long[classes * FILLS];
        this.savable = new long[classes];
    }

    void add(int classIndex, CollectionFillLevel fill, long savableBytes) {
        counts[classIndex * FILLS + fill.column()]++;
        savable[classIndex] += savableBytes;
    }

    /**
     * Subtracts a collection that belongs to another one; the pass adds it before or after this
     * call.
     */
    void remove(int classIndex, CollectionFillLevel fill, long savableBytes) {
        counts[classIndex * FILLS + fill.column()]--;
        savable[classIndex] -= savableBytes;
    }

    void addAll(CollectionTally other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        for (int i = 0; i < savable.length; i++) {
            savable[i] += other.savable[i];
        }
    }

    private CollectionWaste row(HeapClass of) {
        int at = of.index() * FILLS;
        long all = 0;
        for (int i = 0; i < FILLS; i++) {
            all += counts[at + i];
        }
        return new CollectionWaste(
                of.name(),
                all,
                counts[at + CollectionFillLevel.EMPTY.column()],
                counts[at + CollectionFillLevel.SINGLETON.column()],
                counts[at + CollectionFillLevel.SPARSE.column()],
                savable[of.index()]);
    }

    /** The rows by name, those with the most savable bytes first. */
    List<CollectionWaste> rows(HeapClasses classes) {
        TreeMap<String, CollectionWaste> byName = new TreeMap<>();
        for (HeapClass each : classes.all()) {
            CollectionWaste row = row(each);
            if (row.collections() > 0) {
                byName.merge(row.className(), row, CollectionTally::sum);
            }
        }
        List<CollectionWaste> rows = new ArrayList<>(byName.values());
        rows.sort(Comparator.comparingLong(CollectionWaste::savableBytes).reversed());
        return rows;
    }

    private static CollectionWaste sum(CollectionWaste a, CollectionWaste b) {
        return new CollectionWaste(
                a.className(),
                a.collections() + b.collections(),
                a.empty() + b.empty(),
                a.singleton() + b.singleton(),
                a.sparse() + b.sparse(),
                a.savableBytes() + b.savableBytes());
    }
}
