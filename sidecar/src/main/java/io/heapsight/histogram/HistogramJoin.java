/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import io.heapsight.unit.HeapHeadroom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Joins two histograms by class; merges rows of a class with several loaders.
 *
 * <p>Memory does not grow with the number of classes. They are processed in slices of {@value
 * #SLICE} by key, with 40 bytes per class, and both histograms are read once per slice. Names are
 * read only for the requested rows, at the end.
 */
final class HistogramJoin {
    /** The maximum number of returned rows. */
    static final int MOST_ROWS = 10_000;

    private static final int SLICE = 32 * 1024;

    /** Number of characters after which further names are shortened. */
    private static final int MOST_NAME_CHARS = 2 * 1024 * 1024;

    private static final int SHORT_NAME = 100;

    private static final int CHECK_EVERY_CHARS = 64 * 1024;

    /** Memory of a ranked class with its counts. */
    private static final long BYTES_PER_RANKED = 128;

    private final HistogramRows first;
    private final HistogramRows second;
    private final boolean withFiller;
    private final int slices;

    /** A class and its counts in both histograms. */
    record Pair(String name, String module, InstanceCount first, InstanceCount second) {}

    /** Receives the counts of each class. */
    interface CountsConsumer {
        void accept(InstanceCount first, InstanceCount second);
    }

    /** Ranks a class: most bytes, then most instances; null skips it. */
    interface Rank {
        @Nullable InstanceCount of(InstanceCount first, InstanceCount second);
    }

    private interface SliceConsumer {
        void accept(long key, InstanceCount first, InstanceCount second);
    }

    private HistogramJoin(HistogramRows first, HistogramRows second, boolean withFiller) {
        this.first = first;
        this.second = second;
        this.withFiller = withFiller;
        this.slices = Math.max(1, Math.ceilDiv(first.size() + second.size(), SLICE));
    }

    static HistogramJoin of(HistogramRows first, HistogramRows second) {
        return new HistogramJoin(first, second, true);
    }

    /** Creates a join without the padding between objects. */
    static HistogramJoin withoutFiller(HistogramRows first, HistogramRows second) {
        return new HistogramJoin(first, second, false);
    }

    /** Passes the counts of every class to a consumer. */
    void forEach(CountsConsumer consumer) {
        forEachKey((_, one, other) -> consumer.accept(one, other));
    }

    /** Returns the classes of highest rank, at most {@value #MOST_ROWS}; equal ones by name. */
    List<Pair> top(int limit, Rank rank) {
        return highest(limit, rank).stream()
                .map(row -> new Pair(row.name, row.module, row.first, row.second))
                .toList();
    }

    /** Returns the classes of {@link #top} as changes; the rank must compute the change. */
    List<ClassDelta> changes(int limit, Rank rank) {
        return highest(limit, rank).stream()
                .map(row -> new ClassDelta(row.name, row.module, row.second, row.rank))
                .toList();
    }

    private List<Ranked> highest(int limit, Rank rank) {
        int most = Math.min(limit, MOST_ROWS);
        HeapHeadroom.ensure(BYTES_PER_RANKED * Math.min(most, first.size() + second.size()));
        PriorityQueue<Ranked> best = new PriorityQueue<>(Comparator.reverseOrder());
        forEachKey(
                (key, one, other) -> {
                    InstanceCount ranked = rank.of(one, other);
                    if (ranked == null || most == 0) {
                        return;
                    }
                    Ranked row = new Ranked(key, ranked, one, other);
                    if (best.size() < most) {
                        best.add(row);
                    } else if (row.compareTo(best.element()) < 0) {
                        best.remove();
                        best.add(row);
                    }
                });
        return named(best);
    }

    private List<Ranked> named(PriorityQueue<Ranked> rows) {
        Map<Long, Ranked> byKey = HashMap.newHashMap(rows.size());
        rows.forEach(row -> byKey.put(row.key, row));
        readNames(second, byKey, readNames(first, byKey, MOST_NAME_CHARS));
        List<Ranked> sorted = new ArrayList<>(rows);
        sorted.sort(Comparator.<Ranked>naturalOrder().thenComparing(row -> row.name));
        return sorted;
    }

    /** Reads names; returns the remaining number of characters. */
    private static int readNames(HistogramRows rows, Map<Long, Ranked> byKey, int chars) {
        int left = chars;
        int unchecked = 0;
        try (HistogramCursor cursor = rows.cursor()) {
            while (cursor.next()) {
                Ranked row = byKey.get(cursor.key());
                if (row != null && row.name.isEmpty()) {
                    ClassHistogramRow count = cursor.row();
                    String name = count.name();
                    row.name =
                            name.length() <= Math.max(SHORT_NAME, left)
                                    ? name
                                    : name.substring(0, SHORT_NAME) + "…";
                    row.module = count.moduleName();
                    left -= row.name.length();
                    unchecked += row.name.length();
                    if (unchecked >= CHECK_EVERY_CHARS) {
                        HeapHeadroom.ensure(CHECK_EVERY_CHARS);
                        unchecked = 0;
                    }
                }
            }
        }
        return left;
    }

    private void forEachKey(SliceConsumer consumer) {
        Table table = new Table(Math.min(SLICE, first.size() + second.size()));
        for (int slice = 0; slice < slices; slice++) {
            table.clear();
            fill(table, slice, first, Table.FIRST);
            fill(table, slice, second, Table.SECOND);
            table.forEach(consumer);
        }
    }

    private void fill(Table table, int slice, HistogramRows rows, int side) {
        try (HistogramCursor cursor = rows.cursor()) {
            while (cursor.next()) {
                long key = cursor.key();
                if (Long.remainderUnsigned(key, slices) == slice
                        && (withFiller || !cursor.isFiller())) {
                    table.add(key, side, cursor.instances(), cursor.bytes());
                }
            }
        }
    }

    /** A class of high rank; its name is read last. */
    private static final class Ranked implements Comparable<Ranked> {
        private final long key;
        private final InstanceCount rank;
        private final InstanceCount first;
        private final InstanceCount second;
        private String name = "";
        private String module = "";

        Ranked(long key, InstanceCount rank, InstanceCount first, InstanceCount second) {
            this.key = key;
            this.rank = rank;
            this.first = first;
            this.second = second;
        }

        /** Highest first. */
        @Override
        public int compareTo(Ranked other) {
            int byBytes = Long.compare(other.rank.bytes(), rank.bytes());
            return byBytes != 0 ? byBytes : Long.compare(other.rank.instances(), rank.instances());
        }
    }

    /**
     * A table with open addressing, five longs per class: key, instances and bytes in both; grows
     * when full.
     */
    private static final class Table {
        static final int FIRST = 1;
        static final int SECOND = 3;
        private static final int WIDTH = 5;

        private long[] cells;
        private int slots;
        private int used;

        Table(int classes) {
            slots = Math.max(64, classes + classes / 2);
            cells = cells(slots);
        }

        private static long[] cells(int slots) {
            int count = slots * WIDTH;
            HeapHeadroom.ensure((long) count * Long.BYTES);
            return new long[count];
        }

        void clear() {
            Arrays.fill(cells, 0);
            used = 0;
        }

        void add(long key, int side, long instances, long bytes) {
            if (used >= slots - slots / 8) {
                grow();
            }
            int at = find(key == 0 ? 1 : key);
            cells[at + side] += instances;
            cells[at + side + 1] += bytes;
        }

        /** A key of 0 marks a free cell. */
        private int find(long key) {
            int slot = (int) Long.remainderUnsigned(key * 0x9e3779b97f4a7c15L, slots);
            while (true) {
                int at = slot * WIDTH;
                if (cells[at] == key) {
                    return at;
                }
                if (cells[at] == 0) {
                    cells[at] = key;
                    used++;
                    return at;
                }
                slot = slot + 1 == slots ? 0 : slot + 1;
            }
        }

        private void grow() {
            long[] before = cells;
            slots += slots / 2;
            cells = cells(slots);
            used = 0;
            for (int at = 0; at < before.length; at += WIDTH) {
                if (before[at] != 0) {
                    System.arraycopy(before, at, cells, find(before[at]), WIDTH);
                }
            }
        }

        void forEach(SliceConsumer consumer) {
            for (int at = 0; at < cells.length; at += WIDTH) {
                if (cells[at] != 0) {
                    consumer.accept(
                            cells[at],
                            new InstanceCount(cells[at + FIRST], cells[at + FIRST + 1]),
                            new InstanceCount(cells[at + SECOND], cells[at + SECOND + 1]));
                }
            }
        }
    }
}
