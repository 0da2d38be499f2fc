/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import io.heapsight.explore.secret.SecretKind;
import io.heapsight.explore.secret.SecretList;
import io.heapsight.hprof.LongMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts distinct secrets by kind and holder. Threads may add concurrently. */
final class SecretCounts {
    private static final int MOST = 2 * SecretAddresses.MOST;

    private final Map<Key, LongMap> places = new HashMap<>();
    private final LongMap held = new LongMap();
    private int size;
    private boolean full;

    /** The key of a row. */
    private record Key(SecretKind kind, String holder, boolean isReachable) {}

    /**
     * Adds a secret.
     *
     * @param value the address of the string or array
     */
    synchronized void add(SecretKind kind, String holder, boolean isReachable, long value) {
        if (size == MOST) {
            full = true;
            return;
        }
        LongMap values =
                places.computeIfAbsent(new Key(kind, holder, isReachable), _ -> new LongMap());
        if (values.get(value) == LongMap.ABSENT) {
            values.put(value, 0);
            size++;
        }
        held.put(value, 0);
    }

    /** Whether the holder of a secret was found. */
    boolean isHeld(long value) {
        return held.get(value) != LongMap.ABSENT;
    }

    /** Whether secrets were dropped. */
    boolean isFull() {
        return full;
    }

    List<SecretList.Row> rows() {
        List<SecretList.Row> rows = new ArrayList<>();
        places.forEach(
                (key, values) ->
                        rows.add(
                                new SecretList.Row(
                                        key.kind,
                                        values.size(),
                                        key.holder,
                                        key.isReachable,
                                        values.sortedKeys()[0])));
        rows.sort(
                Comparator.comparing(SecretList.Row::kind)
                        .thenComparing(Comparator.comparingLong(SecretList.Row::count).reversed())
                        .thenComparing(SecretList.Row::holder)
                        .thenComparing(SecretList.Row::isReachable));
        return rows;
    }
}
