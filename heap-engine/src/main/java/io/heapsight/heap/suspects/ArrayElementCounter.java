/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.summary.HeldObjects;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the elements of arrays without a followed group below them in the dominator tree. Such an
 * array contains leaves, such as boxed numbers, or the chains of a hash table with entries of
 * several classes.
 */
final class ArrayElementCounter {
    private static final int MOST_ELEMENTS = 1 << 20;
    private static final int SAMPLE = 512;

    /** Above this number of slots, chains are estimated from the sample. */
    private static final int MOST_CHAINS = 1 << 18;

    private static final int LONGEST_CHAIN = 64;

    /** The share of the elements, and of the bytes, that objects of one class must have. */
    private static final double MOST = 0.5;

    private final LeakObjectReader heap;

    ArrayElementCounter(LeakObjectReader heap) {
        this.heap = heap;
    }

    /**
     * The elements, if most are of one kind and take most of the bytes.
     *
     * @param bytes retained size of the array
     */
    Optional<HeldObjects.Content> of(long array, long bytes) {
        long[] slots = heap.elements(array, MOST_ELEMENTS);
        long used = 0;
        for (long each : slots) {
            used += each == 0 ? 0 : 1;
        }
        if (used < AccumulationPoint.LEAST_MANY) {
            return Optional.empty();
        }
        Sample sample = new Sample(used);
        long index = 0;
        for (long each : slots) {
            if (each != 0 && index++ % sample.step == 0) {
                sample.add(each);
            }
        }
        boolean chained = sample.entries > sample.slots;
        return sample.content(
                chained && used <= MOST_CHAINS ? chained(slots) : sample.entries(used), bytes);
    }

    private long chained(long[] slots) {
        long entries = 0;
        for (long each : slots) {
            entries += each == 0 ? 0 : chain(each);
        }
        return entries;
    }

    /** Evenly spaced elements. */
    private final class Sample {
        private final long step;
        private final Map<String, Integer> kinds = new HashMap<>();
        private final Map<String, Integer> names = new HashMap<>();
        private int slots;
        private long entries;
        private long bytes;

        Sample(long used) {
            step = Math.max(1, used / SAMPLE);
        }

        void add(long first) {
            slots++;
            bytes += heap.retained(first);
            kinds.merge(kind(first), 1, Integer::sum);
            names.merge(name(first), 1, Integer::sum);
            entries += chain(first);
        }

        long entries(long used) {
            return used * entries / slots;
        }

        Optional<HeldObjects.Content> content(long all, long allBytes) {
            boolean one = most(kinds).getValue() >= MOST * slots;
            boolean large = bytes * step >= MOST * allBytes;
            return one && large
                    ? Optional.of(new HeldObjects.Content(most(names).getKey(), all))
                    : Optional.empty();
        }
    }

    private static Map.Entry<String, Integer> most(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .max(
                        Map.Entry.<String, Integer>comparingByValue()
                                .thenComparing(Map.Entry.comparingByKey()))
                .orElse(Map.entry("", 0));
    }

    /**
     * Returns the topmost superclass below Object, so that entries with and without a chain are of
     * one kind.
     */
    private String kind(long element) {
        List<String> levels = heap.classNames(element);
        return levels.isEmpty() ? "" : levels.get(Math.max(0, levels.size() - 2));
    }

    /** The class of an entry's key, or of any other element. */
    private String name(long element) {
        long key = heap.reference(element, "key");
        String name = heap.className(key == 0 ? element : key);
        return name.isEmpty() ? "java.lang.Class" : name; // class objects are no instances
    }

    private long chain(long first) {
        long count = 1;
        String kind = kind(first);
        long at = heap.reference(first, "next");
        while (at != 0 && count < LONGEST_CHAIN && kind(at).equals(kind)) {
            count++;
            at = heap.reference(at, "next");
        }
        return count;
    }
}
