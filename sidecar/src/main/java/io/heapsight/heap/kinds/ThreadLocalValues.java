/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.kinds;

import io.heapsight.summary.LeakCause;
import io.heapsight.summary.Place;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one ThreadLocal holds in all threads together. */
final class ThreadLocalValues implements LeakKind {
    /** Of the reachable bytes: less is what each program has. */
    private static final double LEAST_SHARE = 0.1;

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/ThreadLocal$ThreadLocalMap$Entry");
    }

    @Override
    public List<FoundLeak> find(Instances found, KindReader heap) {
        Map<Long, List<Integer>> byLocal = new LinkedHashMap<>();
        for (int entry : found.ranks()) {
            byLocal.computeIfAbsent(heap.referent(heap.address(entry)), _ -> new ArrayList<>())
                    .add(entry);
        }
        List<FoundLeak> leaks = new ArrayList<>();
        byLocal.values()
                .forEach(
                        entries -> {
                            int[] ranks = entries.stream().mapToInt(Integer::intValue).toArray();
                            long bytes = heap.retained(ranks);
                            if (bytes >= LEAST_SHARE * heap.reachableBytes()) {
                                leaks.add(leak(ranks, bytes, heap));
                            }
                        });
        return leaks;
    }

    private static FoundLeak leak(int[] entries, long bytes, KindReader heap) {
        ClassCounts values = new ClassCounts();
        long elements = 0;
        int largest = entries[0];
        for (int entry : entries) {
            long value = heap.reference(heap.address(entry), "value");
            values.add(heap.className(value));
            elements += heap.className(value).endsWith("[]") ? 0 : heap.size(value).orElse(0);
            largest = heap.retained(entry) > heap.retained(largest) ? entry : largest;
        }
        Place place = heap.threadLocal(heap.address(entries[0]));
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
        return new FoundLeak(cause, bytes, entries, List.of(place));
    }
}
