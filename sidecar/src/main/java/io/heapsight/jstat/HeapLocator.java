/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.proc.Mapping;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds the Java heap among the mappings of a JVM by the addresses that the JVM reports. If the JVM
 * can't be queried, the size decides, because it reserves the maximum size in one piece. Other
 * mappings of this size are recognised by their resident size. Adjacent stacks of threads are
 * recognised by the small guards between them. ZGC's heap is a file in memory, which older releases
 * map three times.
 */
public final class HeapLocator {
    private static final String Z_HEAP = "java_heap";
    private static final String ARCHIVE = ".jsa";
    private static final long LEAST_ALIGNMENT = 1 << 16;
    private static final long SLACK_PARTS = 8;

    private HeapLocator() {}

    /**
     * Known properties of the heap.
     *
     * @param range addresses reported by the JVM
     * @param maxBytes -Xmx
     * @param committedBytes from its counters
     */
    public record Told(
            Optional<HeapInfo.Range> range, OptionalLong maxBytes, OptionalLong committedBytes) {}

    /** The mappings of the heap; empty if it is not found. */
    public static Set<Mapping> of(List<Mapping> all, Told told) {
        Set<Mapping> heap = new HashSet<>();
        all.stream().filter(HeapLocator::isOfZ).forEach(heap::add);
        if (!heap.isEmpty()) {
            return heap;
        }
        if (told.range().isPresent()) {
            HeapInfo.Range range = told.range().get();
            all.stream().filter(mapping -> isWithin(mapping, range)).forEach(heap::add);
            return heap;
        }
        return likely(all, told.maxBytes().orElse(0), most(told));
    }

    /**
     * Whether a mapping belongs to the heap. If it extends beyond the heap, the kernel has merged
     * it with its neighbour.
     */
    private static boolean isWithin(Mapping mapping, HeapInfo.Range range) {
        return mapping.start() >= range.from() && mapping.start() < range.to();
    }

    /**
     * Upper bound of the heap's resident size. The heap may have grown since the reading of the
     * counters, which lack a survivor space.
     */
    private static long most(Told told) {
        long committed = told.committedBytes().orElse(Long.MAX_VALUE / 2);
        long max = told.maxBytes().orElse(Long.MAX_VALUE / 2);
        return Math.min(committed, max) / SLACK_PARTS * (SLACK_PARTS + 1) + LEAST_ALIGNMENT;
    }

    /** Finds the heap of a JVM that can't be queried for addresses. */
    private static Set<Mapping> likely(List<Mapping> all, long maxBytes, long mostResident) {
        Set<Mapping> heap = new HashSet<>();
        if (maxBytes <= 0) {
            return heap;
        }
        long most = -1;
        for (int first = 0; first < all.size(); first++) {
            if (all.get(first).start() % LEAST_ALIGNMENT != 0) {
                continue;
            }
            List<Mapping> window = window(all, first, maxBytes);
            long resident =
                    window.stream()
                            .filter(Mapping::isAnonymous)
                            .mapToLong(Mapping::residentBytes)
                            .sum();
            if (!window.isEmpty() && resident > most && resident <= mostResident) {
                most = resident;
                heap = new HashSet<>(window);
            }
        }
        return heap;
    }

    /** Whether the mapping is a view of ZGC's heap. */
    public static boolean isOfZ(Mapping mapping) {
        return mapping.isShared() && mapping.name().contains(Z_HEAP);
    }

    /**
     * Finds adjacent mappings that add up to this size, beginning with the first one; empty if
     * there are none.
     */
    private static List<Mapping> window(List<Mapping> all, int first, long bytes) {
        List<Mapping> window = new ArrayList<>();
        long start = all.get(first).start();
        long reached = start;
        for (int i = first; i < all.size() && reached - start < bytes; i++) {
            Mapping mapping = all.get(i);
            boolean belongs =
                    mapping.start() == reached
                            && (mapping.isAnonymous() || mapping.name().endsWith(ARCHIVE))
                            && !StackMappings.isGuard(mapping);
            if (!belongs) {
                return List.of();
            }
            window.add(mapping);
            reached = mapping.end();
        }
        return reached - start >= bytes ? window : List.of();
    }
}
