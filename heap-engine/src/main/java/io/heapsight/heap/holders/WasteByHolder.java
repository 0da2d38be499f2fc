/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.holders;

import io.heapsight.heap.memory.IntPair;
import io.heapsight.hprof.LongMap;
import io.heapsight.summary.WasteAt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Sums up wasted bytes by kind, by holder, and by the class of the held object. The examples are
 * the wasted objects with the lowest addresses, so they don't depend on threads. Takes 72 bytes per
 * row and 24 per example. Not thread-safe.
 */
final class WasteByHolder {
    private static final int EXAMPLES = 8;

    private final Map<WasteAt.Kind, LongMap> slots = new EnumMap<>(WasteAt.Kind.class);
    private final List<Row> rows = new ArrayList<>();

    /** Waste of one kind, with one class of held objects and one class of holders. */
    static final class Row {
        private final WasteAt.Kind kind;
        private final int holderKey;
        private final int heldClass;
        private long objects;
        private long bytes;
        private final List<Example> examples = new ArrayList<>();

        private Row(WasteAt.Kind kind, int holderKey, int heldClass) {
            this.kind = kind;
            this.holderKey = holderKey;
            this.heldClass = heldClass;
        }

        WasteAt.Kind kind() {
            return kind;
        }

        int heldClass() {
            return heldClass;
        }

        long objects() {
            return objects;
        }

        long bytes() {
            return bytes;
        }

        /** The examples with the lowest addresses, ascending. */
        List<Example> examples() {
            return examples;
        }

        private boolean wants(long wasted) {
            return examples.size() < EXAMPLES || wasted < examples.getLast().wasted();
        }

        private void addExample(Example example) {
            int at = examples.size();
            while (at > 0 && examples.get(at - 1).wasted() > example.wasted()) {
                at--;
            }
            examples.add(at, example);
            if (examples.size() > EXAMPLES) {
                examples.removeLast();
            }
        }
    }

    /**
     * A wasted object of a row.
     *
     * @param wasted its address
     * @param above the rank of the object that dominates it
     * @param holder the rank of its holder
     * @param held the address that the holder refers to: the object or one that contains it
     */
    record Example(long wasted, int above, int holder, long held) {}

    /**
     * The row of a kind, a holder's class and a held class.
     *
     * @param holderKey of the holder's class
     */
    Row row(WasteAt.Kind kind, int holderKey, int heldClass) {
        LongMap ofKind = slots.computeIfAbsent(kind, _ -> new LongMap());
        long key = IntPair.of(holderKey, heldClass);
        int slot = (int) ofKind.get(key);
        if (slot < 0) {
            slot = rows.size();
            ofKind.put(key, slot);
            rows.add(new Row(kind, holderKey, heldClass));
        }
        return rows.get(slot);
    }

    /** Adds an object to a row; returns whether the row needs it as an example. */
    static boolean add(Row row, long wasted, long bytes) {
        row.objects++;
        row.bytes += bytes;
        return row.wants(wasted);
    }

    static void addExample(Row row, Example example) {
        row.addExample(example);
    }

    void addAll(WasteByHolder other) {
        for (Row each : other.rows) {
            Row own = row(each.kind, each.holderKey, each.heldClass);
            own.objects += each.objects;
            own.bytes += each.bytes;
            each.examples.forEach(own::addExample);
        }
    }

    /** The rows, the most bytes first. */
    List<Row> ranked() {
        return rows.stream()
                .sorted(
                        Comparator.comparingLong(Row::bytes)
                                .reversed()
                                .thenComparing(Row::kind)
                                .thenComparingInt(row -> row.holderKey)
                                .thenComparingInt(Row::heldClass))
                .toList();
    }
}
