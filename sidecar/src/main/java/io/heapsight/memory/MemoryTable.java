/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.jstat.HeapInfo;
import io.heapsight.proc.AddressSpace;
import io.heapsight.unit.Labelled;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The breakdown of a JVM's resident memory. Its rows add up to the total. Parts that the kernel
 * counts by address are exact. Parts that only the JVM counts are subtracted from the remaining
 * anonymous memory; the remainder is a row of its own.
 *
 * @param rows non-empty ones
 * @param residentBytes of the process, at the moment of the rows
 */
public record MemoryTable(List<Row> rows, long residentBytes) {
    /** Parts for which the JVM reports the committed size, which need not be entirely resident. */
    private static final List<Part> COUNTED_BY_JVM =
            List.of(Part.METASPACE, Part.DIRECT, Part.NATIVE, Part.GC);

    /** The source of the resident size. */
    public enum Source implements Labelled {
        /** The kernel, by address. */
        SMAPS,
        /** The JVM's counters: committed, counted as resident. */
        COUNTERS,
        /** The JVM's native memory tracking: committed, counted as resident. */
        NMT,
        /** The remainder after all other rows. */
        DIFFERENCE
    }

    /**
     * A row.
     *
     * @param residentBytes in RAM
     * @param committedBytes that the JVM may use immediately, if known
     */
    public record Row(Part part, long residentBytes, OptionalLong committedBytes, Source source) {}

    /**
     * The JVM's figures.
     *
     * @param heap address range, if the JVM reports it
     * @param heapMaxBytes maximum heap size
     * @param heapCommittedBytes from its counters
     * @param metaspaceCommittedBytes from its counters, compressed class space included
     */
    public record Told(
            Optional<HeapInfo.Range> heap,
            OptionalLong heapMaxBytes,
            OptionalLong heapCommittedBytes,
            OptionalLong metaspaceCommittedBytes,
            Optional<NativeMemory> nativeMemory) {}

    public MemoryTable {
        rows = List.copyOf(rows);
    }

    static MemoryTable of(AddressSpace space, Told told) {
        Map<Part, Long> resident = MappingClassifier.residentByPart(space.mappings(), told);
        Map<Part, Long> committed = committed(told);
        long left = resident.getOrDefault(Part.REST, 0L) + resident.getOrDefault(Part.MALLOC, 0L);
        for (Part part : COUNTED_BY_JVM) {
            long taken = Math.min(left, committed.getOrDefault(part, 0L));
            resident.put(part, taken);
            left -= taken;
        }
        // If the JVM counts all its malloc memory, arenas only show part of the rest.
        boolean tracked = told.nativeMemory().isPresent();
        long arenas = tracked ? 0 : Math.min(left, resident.getOrDefault(Part.MALLOC, 0L));
        resident.put(Part.MALLOC, arenas);
        resident.put(Part.REST, left - arenas);
        return new MemoryTable(rows(resident, committed, tracked), space.residentBytes());
    }

    /** Returns the JVM's committed bytes, by part. */
    private static Map<Part, Long> committed(Told told) {
        Map<Part, Long> committed = new EnumMap<>(Part.class);
        told.nativeMemory().ifPresent(nativeMemory -> tracked(nativeMemory, committed));
        told.heapCommittedBytes().ifPresent(bytes -> committed.put(Part.HEAP, bytes));
        told.metaspaceCommittedBytes().ifPresent(bytes -> committed.put(Part.METASPACE, bytes));
        return committed;
    }

    private static void tracked(NativeMemory memory, Map<Part, Long> committed) {
        NativeMemory.Category heap = memory.category("Java Heap");
        NativeMemory.Category classes = memory.category("Class");
        NativeMemory.Category metaspace = memory.category("Metaspace");
        NativeMemory.Category code = memory.category("Code");
        NativeMemory.Category threads = memory.category("Thread");
        NativeMemory.Category archive = memory.category("Shared class space");
        long collector =
                memory.category("GC").committedBytes()
                        + memory.category("GCCardSet").committedBytes();
        // JDK 8 counts direct buffers in the category Internal.
        boolean apart = memory.categories().containsKey("Other");
        long direct = memory.category(apart ? "Other" : "Internal").committedBytes();
        long elsewhere =
                heap.committedBytes()
                        + classes.mappedBytes()
                        + metaspace.mappedBytes()
                        + code.mappedBytes()
                        + threads.mappedBytes()
                        + archive.committedBytes();
        committed.put(Part.HEAP, heap.committedBytes());
        committed.put(Part.METASPACE, classes.mappedBytes() + metaspace.mappedBytes());
        committed.put(Part.CODE, code.mappedBytes());
        committed.put(Part.STACKS, threads.mappedBytes());
        committed.put(Part.GC, collector);
        committed.put(Part.DIRECT, direct);
        committed.put(
                Part.NATIVE, Math.max(0, memory.committedBytes() - elsewhere - collector - direct));
    }

    private static List<Row> rows(
            Map<Part, Long> resident, Map<Part, Long> committed, boolean tracked) {
        List<Row> rows = new ArrayList<>();
        for (Part part : Part.values()) {
            long bytes = resident.getOrDefault(part, 0L);
            Long said = committed.get(part);
            if (bytes > 0 || said != null) {
                OptionalLong of = said == null ? OptionalLong.empty() : OptionalLong.of(said);
                rows.add(new Row(part, bytes, of, source(part, tracked)));
            }
        }
        return rows;
    }

    private static Source source(Part part, boolean tracked) {
        if (part == Part.REST) {
            return Source.DIFFERENCE;
        }
        if (!COUNTED_BY_JVM.contains(part)) {
            return Source.SMAPS;
        }
        return part == Part.METASPACE || !tracked ? Source.COUNTERS : Source.NMT;
    }
}
