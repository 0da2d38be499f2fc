/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import io.heapsight.recording.RecordingSummary.Kind;
import io.heapsight.recording.RecordingSummary.Row;
import io.heapsight.recording.RecordingSummary.Table;
import io.heapsight.recording.RecordingSummary.Unit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts events by name, in bounded memory: beyond {@value #MOST_NAMES} names, new ones count as
 * others.
 */
final class EventCountsByName {
    static final int MOST_NAMES = 5_000;

    private static final int LONGEST_NAME = 500;
    private static final String OTHERS = "others";

    private static final class Sums {
        private long count;
        private long amount;
        private long most;

        void add(long times, long sum, long largest) {
            count += times;
            amount += sum;
            most = Math.max(most, largest);
        }

        Row row(String name) {
            return new Row(name, count, amount, most);
        }
    }

    private final Kind kind;
    private final Map<String, Sums> names = new HashMap<>();
    private final Sums others = new Sums();

    EventCountsByName(Kind kind) {
        this.kind = kind;
    }

    void add(String name, long amount) {
        sums(name).add(1, amount, amount);
    }

    /** Adds events without amount. */
    void addTimes(String name, long times) {
        sums(name).add(times, times, 1);
    }

    static String shorten(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "…";
    }

    private Sums sums(String name) {
        String kept = shorten(name);
        Sums sums = names.get(kept);
        if (sums == null) {
            sums = names.size() < MOST_NAMES ? new Sums() : others;
            if (sums != others) {
                names.put(kept, sums);
            }
        }
        return sums;
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    /** Returns the first rows by amount or, without amounts, by count. */
    Table table(int rows) {
        Comparator<Row> order =
                Comparator.comparingLong(kind.unit() == Unit.NONE ? Row::count : this::weight);
        List<Row> sorted =
                names.entrySet().stream()
                        .map(each -> each.getValue().row(each.getKey()))
                        .sorted(order.reversed().thenComparing(Row::name))
                        .toList();
        Sums rest = new Sums();
        rest.add(others.count, others.amount, others.most);
        sorted.stream().skip(rows).forEach(row -> rest.add(row.count(), row.amount(), row.most()));
        return new Table(kind, sorted.stream().limit(rows).toList(), rest.row(OTHERS));
    }

    private long weight(Row row) {
        return kind == Kind.LONGEST_COMPILATIONS ? row.most() : row.amount();
    }
}
