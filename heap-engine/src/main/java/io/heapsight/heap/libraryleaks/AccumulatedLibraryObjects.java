/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.leaks.Instances;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.LeakKind;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds objects of libraries, recognized by their class names, that accumulate below one holder.
 */
final class AccumulatedLibraryObjects implements LeakKind {
    /** A holder that retains more than this multiple of the objects also holds others. */
    private static final int MOST_BESIDE = 3;

    private static final int VOTES = 9;

    /** {@code TimerTask.CANCELLED}. */
    private static final int CANCELLED = 3;

    private final LibraryObjectPattern pattern;

    AccumulatedLibraryObjects(LibraryObjectPattern pattern) {
        this.pattern = pattern;
    }

    static List<LeakKind> all() {
        return LibraryObjectPattern.ALL.stream()
                .<LeakKind>map(AccumulatedLibraryObjects::new)
                .toList();
    }

    @Override
    public Set<String> classes() {
        return Set.of();
    }

    @Override
    public boolean wants(HeapClass level) {
        return pattern.matches(level.name());
    }

    @Override
    public long least() {
        return pattern.kind().some();
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        if (found.count() < pattern.kind().some()) {
            return List.of();
        }
        Map<String, Integer> byClass = new TreeMap<>();
        for (int rank : found.ranks()) {
            byClass.merge(heap.className(heap.address(rank)), 1, Integer::sum);
        }
        Map.Entry<String, Integer> most = Map.entry("", 0);
        for (Map.Entry<String, Integer> each : byClass.entrySet()) {
            most = each.getValue() > most.getValue() ? each : most;
        }
        int count = most.getValue();
        if (count < pattern.kind().some()) {
            return List.of();
        }
        String name = most.getKey();
        int[] ranks =
                Arrays.stream(found.ranks())
                        .filter(rank -> heap.className(heap.address(rank)).equals(name))
                        .toArray();
        int[] cancelled =
                Arrays.stream(ranks)
                        .filter(rank -> isCancelled(heap.address(rank), heap))
                        .toArray();
        if (cancelled.length > ranks.length / 2) {
            return List.of(leak(LibraryLeakTexts.CANCELLED_TIMEOUTS, name, cancelled, heap));
        }
        return pattern.kind().equals(LibraryLeakTexts.STATEMENTS)
                ? statements(name, ranks, heap)
                : List.of(leak(pattern.kind(), name, ranks, heap));
    }

    /** The cached statements and the others, which may be a leak. */
    private static List<KnownLeak> statements(String name, int[] ranks, LeakObjectReader heap) {
        int[] outside = CachedStatementFilter.outside(name, ranks, heap);
        int[] cached =
                Arrays.stream(ranks)
                        .filter(each -> Arrays.binarySearch(outside, each) < 0)
                        .toArray();
        List<KnownLeak> leaks = new ArrayList<>();
        if (outside.length >= LibraryLeakTexts.STATEMENTS.some()) {
            leaks.add(leak(LibraryLeakTexts.STATEMENTS, name, outside, heap));
        }
        if (cached.length > 0) {
            leaks.add(leak(LibraryLeakTexts.CACHED_STATEMENTS, name, cached, heap));
        }
        return leaks;
    }

    /** The chain of the largest object, such as the first element of a linked list. */
    private static HoldingChain ofLargest(int[] tops, LeakObjectReader heap) {
        int largest = tops[0];
        for (int each : tops) {
            largest = heap.retained(each) > heap.retained(largest) ? each : largest;
        }
        return HoldingChain.of(heap.address(largest), heap);
    }

    /** The chain of an object with the most frequent place in the application. */
    private static HoldingChain chain(int[] ranks, LeakObjectReader heap) {
        Map<String, Integer> times = new TreeMap<>();
        HoldingChain most = new HoldingChain(List.of());
        for (int i = 0; i < VOTES; i++) {
            HoldingChain chain =
                    HoldingChain.of(
                            heap.address(ranks[(int) ((long) i * ranks.length / VOTES)]), heap);
            int votes = times.merge(chain.application().orElse(""), 1, Integer::sum);
            most = votes > VOTES / 2 || most.places().isEmpty() ? chain : most;
        }
        return most;
    }

    private static KnownLeak leak(
            LibraryLeakText kind, String name, int[] ranks, LeakObjectReader heap) {
        int[] tops = heap.tops(ranks);
        int holder = CommonHolder.of(tops, heap);
        HoldingChain own = tops.length < VOTES ? ofLargest(tops, heap) : chain(tops, heap);
        HoldingChain chain =
                own.places().isEmpty() && holder != 0 // such as in a doubly linked list
                        ? HoldingChain.of(heap.address(holder), heap)
                        : own;
        String place = chain.application().orElse(name);
        String in =
                chain.places().isEmpty() || chain.places().getFirst().text().equals(place)
                        ? ""
                        : ", in " + chain.places().getFirst().text();
        String detail =
                "%s %s (%s)%s%s"
                        .formatted(
                                Thousands.of(ranks.length),
                                kind.noun(),
                                name,
                                in,
                                chain.within(place));
        long bytes = heap.retained(ranks);
        boolean one = holder != 0 && heap.retained(holder) < MOST_BESIDE * bytes;
        return new KnownLeak(
                kind.cause(place, place, detail, ranks.length),
                one ? heap.retained(holder) : bytes,
                one ? new int[] {holder} : ranks,
                chain.places());
    }

    private static boolean isCancelled(long task, LeakObjectReader heap) {
        return heap.number(task, "state") == CANCELLED && heap.isA(task, "java/util/TimerTask");
    }
}
