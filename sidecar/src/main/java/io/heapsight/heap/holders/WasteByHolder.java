/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.holders;

import io.heapsight.heap.memory.PackedInts;
import io.heapsight.hprof.LongMap;
import io.heapsight.summary.WasteAt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Sums up wasted bytes by kind, by holder, and by the class of what is held, with some examples of
 * each. 72 bytes a row, and 16 an example. Not shared by threads.
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
        private long[] holders = new long[0];
        private long[] held = new long[0];

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

        int examples() {
            return holders.length;
        }

        /** The rank of an example's holder. */
        int holder(int example) {
            return (int) holders[example];
        }

        /** The address of what an example's holder holds. */
        long held(int example) {
            return held[example];
        }

        private void addExample(long holder, long heldAddress) {
            holders = Arrays.copyOf(holders, holders.length + 1);
            held = Arrays.copyOf(held, held.length + 1);
            holders[holders.length - 1] = holder;
            held[held.length - 1] = heldAddress;
        }
    }

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

    /** Adds an object to a row; whether an example is wanted. */
    static boolean add(Row row, long bytes) {
        row.objects++;
        row.bytes += bytes;
        return row.holders.length < EXAMPLES;
    }

    static void addExample(Row row, int holder, long held) {
        row.addExample(holder, held);
    }

    void addAll(WasteByHolder other) {
        for (Row each : other.rows) {
            Row own = row(each.kind, each.holderKey, each.heldClass);
            own.objects += each.objects;
            own.bytes += each.bytes;
            for (int i = 0; i < each.examples() && own.examples() < EXAMPLES; i++) {
                own.addExample(each.holders[i], each.held[i]);
            }
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
