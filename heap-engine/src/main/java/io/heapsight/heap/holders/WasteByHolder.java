/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.holders;

import io.heapsight.heap.memory.PackedInts;
import io.heapsight.hprof.LongMap;
import io.heapsight.summary.WasteAt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Sums up wasted bytes by kind, by holder, and by the class of what is held. The examples of each
 * are the wasted objects with the lowest addresses, whichever thread finds them. 72 bytes a row,
 * and 24 an example. Not shared by threads.
 */
final class WasteByHolder {
    private static final int EXAMPLES = 8;

    private final Map<WasteAt.Kind, LongMap> slots = new EnumMap<>(WasteAt.Kind.class);
    private final List<Row> rows = new ArrayList<>();

    /** What is wasted alike: in objects of one class, held by those of one class. */
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

        /** Those with the lowest addresses, in that order. */
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
     * One of the objects of a row.
     *
     * @param wasted its address
     * @param above the rank of the object that dominates it
     * @param holder the rank of its holder
     * @param held the address of what the holder holds: the object, or what it is a part of
     */
    record Example(long wasted, int above, int holder, long held) {}

    /**
     * The row of what is held alike.
     *
     * @param holderKey of the holder's class
     */
    Row row(WasteAt.Kind kind, int holderKey, int heldClass) {
        LongMap ofKind = slots.computeIfAbsent(kind, _ -> new LongMap());
        long key = PackedInts.of(holderKey, heldClass);
        int slot = (int) ofKind.get(key);
        if (slot < 0) {
            slot = rows.size();
            ofKind.put(key, slot);
            rows.add(new Row(kind, holderKey, heldClass));
        }
        return rows.get(slot);
    }

    /** Adds an object to a row; whether it is wanted as an example. */
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

    /** The most bytes first. */
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
