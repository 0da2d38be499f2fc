/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Entries of {@code WeakHashMap}s whose values refer to their own keys: none is ever cleared. */
final class WeakMapValues implements LeakKind {
    private static final int MANY = 1_000;
    private static final int MOST_FIELDS = 64;

    @Override
    public Set<String> classes() {
        return Set.of("java/util/WeakHashMap$Entry");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        int[] holding = new int[found.ranks().length];
        ClassNameCounts values = new ClassNameCounts();
        int count = 0;
        for (int entry : found.ranks()) {
            long value = heap.reference(heap.address(entry), "value");
            long key = heap.referent(heap.address(entry));
            if (refersTo(value, key, heap) && isHeldOnlyBy(entry, key, heap)) {
                holding[count++] = entry;
                values.add(heap.className(value));
            }
        }
        if (count < MANY) {
            return List.of();
        }
        int[] ranks = Arrays.copyOf(holding, count);
        List<HolderPlace> places = heap.places(heap.address(ranks[0]));
        String place = places.isEmpty() ? "java.util.WeakHashMap" : places.getFirst().text();
        LeakCause cause =
                new LeakCause(
                        "weak-map-values",
                        LeakCause.Certainty.LEAK,
                        place,
                        place,
                        false,
                        "%s values of a WeakHashMap refer to their own keys (%s), so that no entry is cleared"
                                .formatted(Thousands.of(count), values.most()),
                        count,
                        "Let the value refer to its key by a WeakReference, or keep it in the key"
                                + " itself.",
                        "The values of a healthy WeakHashMap do not lead back to its keys.");
        return List.of(new KnownLeak(cause, heap.retained(ranks), ranks, places));
    }

    /** Whether the entry alone holds the key; classes live anyway. */
    private static boolean isHeldOnlyBy(int entry, long key, LeakObjectReader heap) {
        int dominator = heap.dominatorOf(key);
        return dominator == entry || (dominator != 0 && heap.isHeldBy(dominator, entry));
    }

    /** Whether a value refers to its key, directly or through one object. */
    private static boolean refersTo(long value, long key, LeakObjectReader heap) {
        if (value == 0 || key == 0) {
            return false;
        }
        if (value == key) {
            return true;
        }
        long[] first = heap.references(value, MOST_FIELDS);
        for (long each : first) {
            if (each == key) {
                return true;
            }
        }
        for (long each : first) {
            for (long second : heap.references(each, MOST_FIELDS)) {
                if (second == key) {
                    return true;
                }
            }
        }
        return false;
    }
}
