/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.jstat.HeapInfo;
import io.heapsight.jstat.HeapLocator;
import io.heapsight.jstat.ThreadStacks;
import io.heapsight.proc.Mapping;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Assigns each mapping of a JVM to a part of its memory, and sums the resident size of each part.
 */
final class MappingClassifier {
    /** HEAP_MAX_SIZE of glibc: each arena except the first starts at a multiple. */
    private static final long ARENA_BYTES = 64L << 20;

    private MappingClassifier() {}

    /**
     * Returns the resident bytes of all parts. REST is anonymous memory of unknown origin, such as
     * metaspace, and blocks that are too large for an arena.
     */
    static Map<Part, Long> residentByPart(List<Mapping> all, MemoryTable.Told told) {
        Map<Part, Long> resident = new EnumMap<>(Part.class);
        for (Part part : Part.values()) {
            resident.put(part, 0L);
        }
        Set<Mapping> heap =
                HeapLocator.of(
                        all,
                        new HeapLocator.Told(
                                told.heap(), told.heapMaxBytes(), told.heapCommittedBytes()));
        long heapEnd = told.heap().map(HeapInfo.Range::to).orElse(Long.MAX_VALUE);
        for (int i = 0; i < all.size(); i++) {
            Mapping mapping = all.get(i);
            Mapping before = all.get(Math.max(0, i - 1));
            if (heap.contains(mapping)) {
                long within = Math.min(mapping.residentBytes(), heapEnd - mapping.start());
                resident.merge(Part.HEAP, within, Long::sum);
                resident.merge(Part.REST, mapping.residentBytes() - within, Long::sum);
            } else {
                resident.merge(part(mapping, before), mapping.residentBytes(), Long::sum);
            }
        }
        return resident;
    }

    private static Part part(Mapping mapping, Mapping before) {
        if (mapping.isAnonymous()) {
            return ofAnonymous(mapping, before);
        }
        String name = mapping.name();
        if (name.equals("[heap]")) {
            return Part.MALLOC;
        }
        if (name.startsWith("[stack")) {
            return Part.STACKS;
        }
        if (name.startsWith("[anon:")) { // named by prctl(2)
            return Part.REST;
        }
        if (name.startsWith("[") || name.contains(".so") || name.contains("/bin/")) {
            return Part.LIBRARIES;
        }
        if (name.endsWith(".jsa")) {
            return Part.CLASS_ARCHIVE;
        }
        boolean inMemory = name.startsWith("/memfd:") || name.startsWith("/dev/shm/");
        return inMemory || name.startsWith("/SYSV") || name.startsWith("/dev/zero")
                ? Part.SHARED
                : Part.FILES;
    }

    private static Part ofAnonymous(Mapping mapping, Mapping before) {
        if (mapping.isExecutable()) {
            return Part.CODE;
        }
        if (ThreadStacks.isStack(mapping, before)) {
            return Part.STACKS;
        }
        return mapping.start() % ARENA_BYTES == 0 && mapping.bytes() <= ARENA_BYTES
                ? Part.MALLOC
                : Part.REST;
    }
}
