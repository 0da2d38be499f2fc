/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Finds ThreadLocals with large values, summed over all threads. */
final class ThreadLocalValues implements LeakKind {
    /** Minimum share of the reachable bytes; every program has less. */
    private static final double LEAST_SHARE = 0.1;

    /**
     * Minimum ThreadLocals with one class of values; a healthy program has one static field for
     * each.
     */
    private static final int MANY = 1_000;

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/ThreadLocal$ThreadLocalMap$Entry");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        Map<Long, List<Integer>> byLocal = new LinkedHashMap<>();
        for (int entry : found.ranks()) {
            byLocal.computeIfAbsent(heap.referent(heap.address(entry)), _ -> new ArrayList<>())
                    .add(entry);
        }
        List<KnownLeak> leaks = new ArrayList<>();
        byLocal.values()
                .forEach(
                        entries -> {
                            int[] ranks = entries.stream().mapToInt(Integer::intValue).toArray();
                            long bytes = heap.retained(ranks);
                            if (bytes >= LEAST_SHARE * heap.reachableBytes()) {
                                leaks.add(leak(ranks, bytes, heap));
                            }
                        });
        scattered(byLocal, heap).ifPresent(leaks::add);
        return leaks;
    }

    /** ThreadLocals that are created for each request; each holds little. */
    private static Optional<KnownLeak> scattered(
            Map<Long, List<Integer>> byLocal, LeakObjectReader heap) {
        Map<String, List<Integer>> byValue = new TreeMap<>();
        byLocal.forEach(
                (local, entries) -> {
                    long value = heap.reference(heap.address(entries.getFirst()), "value");
                    if (local != 0 && value != 0) {
                        byValue.computeIfAbsent(heap.className(value), _ -> new ArrayList<>())
                                .addAll(entries);
                    }
                });
        return byValue.values().stream()
                .filter(each -> each.size() >= MANY)
                .max(Comparator.comparingInt(List::size))
                .filter(each -> locals(each, heap) > each.size() / 2)
                .map(each -> scatteredLeak(each, heap));
    }

    private static long locals(List<Integer> entries, LeakObjectReader heap) {
        return entries.stream().map(each -> heap.referent(heap.address(each))).distinct().count();
    }

    private static KnownLeak scatteredLeak(List<Integer> all, LeakObjectReader heap) {
        int[] entries = all.stream().mapToInt(Integer::intValue).sorted().toArray();
        HolderPlace place = heap.threadLocal(heap.address(entries[0]));
        String value = heap.className(heap.reference(heap.address(entries[0]), "value"));
        LeakCause cause =
                new LeakCause(
                        "thread-locals",
                        LeakCause.Certainty.LEAK,
                        place.name(),
                        Thousands.of(entries.length) + " ThreadLocals (" + place.text() + ")",
                        true,
                        "each made anew, with a value of class %s; thread \"%s\" has some of them"
                                .formatted(value, heap.threadAbove(entries[0])),
                        entries.length,
                        "Make the ThreadLocal static, and call remove() in a finally block.",
                        "A healthy program has as many ThreadLocals as fields for them.");
        return new KnownLeak(cause, heap.retained(entries), entries, List.of(place));
    }

    private static KnownLeak leak(int[] entries, long bytes, LeakObjectReader heap) {
        ClassNameCounts values = new ClassNameCounts();
        long elements = 0;
        int largest = entries[0];
        for (int entry : entries) {
            long value = heap.reference(heap.address(entry), "value");
            values.add(heap.className(value));
            elements += heap.className(value).endsWith("[]") ? 0 : heap.size(value).orElse(0);
            largest = heap.retained(entry) > heap.retained(largest) ? entry : largest;
        }
        HolderPlace place = heap.threadLocal(heap.address(entries[0]));
        String thread = heap.threadAbove(largest);
        LeakCause cause =
                new LeakCause(
                        "thread-local",
                        LeakCause.Certainty.SHARE,
                        place.name(),
                        "%s in %s %s"
                                .formatted(
                                        place.text(),
                                        Thousands.of(entries.length),
                                        entries.length == 1 ? "thread" : "threads"),
                        false,
                        values.most()
                                + (elements == 0
                                        ? ""
                                        : " with " + Thousands.of(elements) + " elements in all")
                                + (thread.isEmpty() ? "" : "; most in thread \"" + thread + "\""),
                        entries.length,
                        "Call remove() in a finally block before the thread goes back to its"
                                + " pool.",
                        "A healthy ThreadLocal holds little, or is removed after each task.");
        return new KnownLeak(cause, bytes, entries, List.of(place));
    }
}
