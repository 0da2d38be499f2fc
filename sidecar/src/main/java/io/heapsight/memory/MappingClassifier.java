/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.jstat.HeapInfo;
import io.heapsight.jstat.HeapLocator;
import io.heapsight.jstat.StackMappings;
import io.heapsight.proc.Mapping;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Assigns each mapping of a JVM to a part of its memory, and sums the resident size of each part.
 */
final class MappingClassifier {
    /** HEAP_MAX_SIZE of glibc: all heaps of its arenas except [heap] start at a multiple. */
    private static final long ARENA_BYTES = 64L << 20;

    /** HotSpot tries to place the Java heap and the class space below; arenas are above. */
    private static final long LEAST_ARENA_ADDRESS = 1L << 36;

    /**
     * Resident memory.
     *
     * @param byPart bytes of all parts. REST is anonymous memory of unknown origin, such as
     *     metaspace, and blocks that are too large for an arena
     * @param byFile the part FILES by name, unordered
     * @param byThread the part STACKS by name of the threads, largest first
     */
    record Resident(
            Map<MemoryPart, Long> byPart,
            Map<String, MemoryTable.FileRow> byFile,
            List<MemoryTable.StackRow> byThread) {}

    private MappingClassifier() {}

    static Resident resident(List<Mapping> all, MemoryTable.Told told, StackOwners owners) {
        Map<String, MemoryTable.FileRow> files = new HashMap<>();
        Map<MemoryPart, Long> resident = new EnumMap<>(MemoryPart.class);
        for (MemoryPart part : MemoryPart.values()) {
            resident.put(part, 0L);
        }
        Set<Mapping> heap =
                HeapLocator.of(
                        all,
                        new HeapLocator.Told(
                                told.heap(), told.heapMaxBytes(), told.heapCommittedBytes()));
        long heapEnd = told.heap().map(HeapInfo.Range::to).orElse(Long.MAX_VALUE);
        long mostOfArenas = heap.isEmpty() ? ARENA_BYTES : Long.MAX_VALUE; // it may be the heap
        for (int i = 0; i < all.size(); i++) {
            Mapping mapping = all.get(i);
            Mapping before = all.get(Math.max(0, i - 1));
            Mapping next = all.get(Math.min(all.size() - 1, i + 1));
            if (heap.contains(mapping)) {
                long within = Math.min(mapping.residentBytes(), heapEnd - mapping.start());
                resident.merge(MemoryPart.HEAP, within, Long::sum);
                resident.merge(MemoryPart.REST, mapping.residentBytes() - within, Long::sum);
            } else {
                MemoryPart part = part(mapping, before, owners);
                if (part == MemoryPart.REST
                        && mapping.bytes() <= mostOfArenas
                        && isOfArenas(mapping, next)) {
                    part = MemoryPart.MALLOC;
                }
                resident.merge(part, mapping.residentBytes(), Long::sum);
                if (part == MemoryPart.STACKS) {
                    owners.add(mapping);
                }
                if (part == MemoryPart.FILES) {
                    files.merge(
                            mapping.name(),
                            new MemoryTable.FileRow(mapping.name(), mapping.residentBytes(), 1),
                            MemoryTable.FileRow::plus);
                }
            }
        }
        return new Resident(resident, files, owners.rows());
    }

    private static MemoryPart part(Mapping mapping, Mapping before, StackOwners owners) {
        if (mapping.isAnonymous()) {
            return ofAnonymous(mapping, before, owners);
        }
        String name = mapping.name();
        if (name.equals("[heap]")) {
            return MemoryPart.MALLOC;
        }
        if (name.startsWith("[stack")) {
            return MemoryPart.STACKS;
        }
        if (name.startsWith("[anon:")) { // named by prctl(2)
            return MemoryPart.REST;
        }
        if (name.startsWith("[") || name.contains(".so") || name.contains("/bin/")) {
            return MemoryPart.LIBRARIES;
        }
        if (name.endsWith(".jsa")) {
            return MemoryPart.CLASS_ARCHIVE;
        }
        boolean inMemory = name.startsWith("/memfd:") || name.startsWith("/dev/shm/");
        return inMemory || name.startsWith("/SYSV") || name.startsWith("/dev/zero")
                ? MemoryPart.SHARED
                : MemoryPart.FILES;
    }

    private static MemoryPart ofAnonymous(Mapping mapping, Mapping before, StackOwners owners) {
        if (mapping.isExecutable()) {
            return MemoryPart.CODE;
        }
        if (StackMappings.isStack(mapping, before) || owners.areStacks(mapping)) {
            return MemoryPart.STACKS;
        }
        return MemoryPart.REST;
    }

    /**
     * Returns whether a mapping is of glibc's arenas. The kernel merges a full heap of an arena
     * with the heap above it, which is full, too, or ends with reserved memory. A large block has a
     * header, so it does not end at a multiple of the arena size.
     */
    private static boolean isOfArenas(Mapping mapping, Mapping next) {
        if (!mapping.isAnonymous()
                || mapping.start() % ARENA_BYTES != 0
                || mapping.start() < LEAST_ARENA_ADDRESS) {
            return false;
        }
        boolean endsInReserve =
                next.start() == mapping.end()
                        && next.isAnonymous()
                        && next.isInaccessible()
                        && next.bytes() < ARENA_BYTES
                        && next.end() % ARENA_BYTES == 0;
        return mapping.bytes() <= ARENA_BYTES || mapping.end() % ARENA_BYTES == 0 || endsInReserve;
    }
}
