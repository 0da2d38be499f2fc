/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds memory outside the heap in {@code java.lang.foreign.Arena}s that the program still holds:
 * arenas that were never closed, and automatic ones.
 */
final class OpenArenas implements LeakKind {
    private static final String SEGMENT = "jdk.internal.foreign.NativeMemorySegmentImpl";

    /** The scope of {@code Arena.ofAuto()}, which needs no close. */
    private static final String AUTOMATIC = "jdk/internal/foreign/ImplicitSession";

    private record Texts(String id, String noun, String remedy, String healthy) {}

    private static final Texts CLOSEABLE =
            new Texts(
                    "open-arenas",
                    "open",
                    "Close each Arena (try-with-resources), or use Arena.ofAuto().",
                    "A healthy program closes an Arena with the request that needs it.");

    private static final Texts OF_COLLECTOR =
            new Texts(
                    "automatic-arenas",
                    "automatic",
                    "Drop the MemorySegments, or use Arenas that you close: a collection frees"
                            + " the memory once nothing holds the segments.",
                    "A healthy program holds few segments that it does not use.");

    private static final int MANY = 1_000;
    private static final long LEAST_BYTES = 16L << 20;

    /** Maximum size of an address space; a larger segment is the result of {@code reinterpret}. */
    private static final long MOST_BYTES = 1L << 47;

    /** A part of an arena's memory; a slice lies within another. */
    private record Part(int rank, long start, long bytes) {
        long end() {
            return sum(start, bytes);
        }

        boolean isMemory() {
            return start >= 0 && bytes >= 0 && bytes <= MOST_BYTES;
        }
    }

    @Override
    public Set<String> classes() {
        return Set.of("jdk/internal/foreign/NativeMemorySegmentImpl");
    }

    @Override
    public boolean costsOutside() {
        return true;
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        Map<Long, List<Part>> byArena = new LinkedHashMap<>();
        Map<Long, List<Part>> automatic = new LinkedHashMap<>();
        for (int rank : found.ranks()) {
            long segment = heap.address(rank);
            long scope = heap.reference(segment, "scope");
            Part part = new Part(rank, heap.number(segment, "min"), heap.number(segment, "length"));
            boolean counts = heap.className(segment).equals(SEGMENT) && part.isMemory();
            if (counts && isOpen(scope, heap)) {
                (heap.isA(scope, AUTOMATIC) ? automatic : byArena)
                        .computeIfAbsent(scope, _ -> new ArrayList<>())
                        .add(part);
            }
        }
        List<KnownLeak> leaks = new ArrayList<>();
        add(byArena, CLOSEABLE, heap, leaks);
        add(automatic, OF_COLLECTOR, heap, leaks);
        return leaks;
    }

    private static void add(
            Map<Long, List<Part>> byArena, Texts texts, LeakObjectReader heap, List<KnownLeak> to) {
        long outside =
                byArena.values().stream().mapToLong(OpenArenas::bytes).reduce(0, OpenArenas::sum);
        if (outside >= LEAST_BYTES) {
            to.add(leak(byArena, outside, texts, heap));
        }
    }

    /** Whether a scope owns memory that it must free; closed arenas have a negative state. */
    private static boolean isOpen(long scope, LeakObjectReader heap) {
        return heap.reference(heap.reference(scope, "resourceList"), "fst") != 0
                && heap.number(scope, "state") >= 0;
    }

    private static long bytes(List<Part> parts) {
        long bytes = 0;
        long end = Long.MIN_VALUE;
        for (Part each : parts.stream().sorted(Comparator.comparingLong(Part::start)).toList()) {
            bytes = sum(bytes, Math.max(0, each.end() - Math.max(end, each.start())));
            end = Math.max(end, each.end());
        }
        return bytes;
    }

    /** The sum of two positive numbers, or the largest number. */
    private static long sum(long first, long second) {
        return first > Long.MAX_VALUE - second ? Long.MAX_VALUE : first + second;
    }

    private static KnownLeak leak(
            Map<Long, List<Part>> byArena, long outside, Texts texts, LeakObjectReader heap) {
        int[] ranks =
                byArena.values().stream()
                        .flatMap(List::stream)
                        .mapToInt(Part::rank)
                        .sorted()
                        .toArray();
        List<HolderPlace> places =
                heap.chain(heap.address(ranks[ranks.length / 2])).stream()
                        .filter(each -> !each.jdk())
                        .toList();
        String place = places.isEmpty() ? "java.lang.foreign.Arena" : places.getFirst().text();
        boolean one = byArena.size() == 1;
        LeakCause cause =
                new LeakCause(
                        texts.id,
                        byArena.size() >= MANY && outside > heap.reachableBytes()
                                ? LeakCause.Certainty.LEAK
                                : LeakCause.Certainty.SHARE,
                        place,
                        place,
                        false,
                        "%s %s %s %s outside the heap"
                                .formatted(
                                        Thousands.of(byArena.size()),
                                        texts.noun,
                                        one ? "Arena has" : "Arenas have",
                                        new ByteSize(outside)),
                        byArena.size(),
                        texts.remedy,
                        texts.healthy);
        return new KnownLeak(cause, heap.retained(ranks), ranks, places, outside);
    }
}
