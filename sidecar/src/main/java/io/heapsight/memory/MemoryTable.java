/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.jstat.HeapInfo;
import io.heapsight.proc.AddressSpace;
import io.heapsight.proc.ProcessThread;
import io.heapsight.unit.Labelled;
import io.heapsight.unit.VisibleText;
import java.util.ArrayList;
import java.util.Comparator;
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
 * @param files mapped files with most resident memory, which are part of the row mapped-files
 * @param stacks threads with most resident stacks, which are part of the row thread-stacks; empty
 *     if the owners of stacks are unknown
 * @param residentBytes of the process, at the moment of the rows
 */
public record MemoryTable(
        List<Row> rows, List<FileRow> files, List<StackRow> stacks, long residentBytes) {
    private static final int MOST_FILES = 20;

    /** Parts for which the JVM reports the committed size, which need not be entirely resident. */
    private static final List<MemoryPart> COUNTED_BY_JVM =
            List.of(MemoryPart.METASPACE, MemoryPart.DIRECT, MemoryPart.NATIVE, MemoryPart.GC);

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
    public record Row(
            MemoryPart part, long residentBytes, OptionalLong committedBytes, Source source) {}

    /**
     * A mapped file.
     *
     * @param path as seen by the target
     * @param residentBytes in RAM; a page that is mapped twice counts twice
     * @param mappings number of its mappings
     */
    public record FileRow(String path, long residentBytes, int mappings) {
        private static final int LONGEST_PATH = 300;

        public FileRow {
            path = VisibleText.of(path, LONGEST_PATH);
        }

        FileRow plus(FileRow other) {
            return new FileRow(
                    path, residentBytes + other.residentBytes, mappings + other.mappings);
        }
    }

    /**
     * The stacks of threads with names that differ only in the number at the end.
     *
     * @param name the common part of the names, or the name of the only thread: the kernel's, at
     *     most 15 bytes long
     * @param count number of threads
     * @param residentBytes in RAM
     */
    public record StackRow(String name, int count, long residentBytes) {
        private static final int LONGEST_NAME = 64;

        public StackRow {
            name = VisibleText.of(name, LONGEST_NAME);
        }

        StackRow plus(StackRow other) {
            return new StackRow(
                    StackOwners.commonName(name),
                    count + other.count,
                    residentBytes + other.residentBytes);
        }
    }

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
        files = List.copyOf(files);
        stacks = List.copyOf(stacks);
    }

    static MemoryTable of(AddressSpace space, Told told) {
        return of(space, told, List.of());
    }

    /**
     * Breaks down an address space.
     *
     * @param threads of the process, its first thread first; empty if unknown
     */
    static MemoryTable of(AddressSpace space, Told told, List<ProcessThread> threads) {
        MappingClassifier.Resident classified =
                MappingClassifier.resident(space.mappings(), told, new StackOwners(threads));
        Map<MemoryPart, Long> resident = classified.byPart();
        Map<MemoryPart, Long> committed = committed(told);
        long left =
                resident.getOrDefault(MemoryPart.REST, 0L)
                        + resident.getOrDefault(MemoryPart.MALLOC, 0L);
        for (MemoryPart part : COUNTED_BY_JVM) {
            long taken = Math.min(left, committed.getOrDefault(part, 0L));
            resident.put(part, taken);
            left -= taken;
        }
        // If the JVM counts all its malloc memory, arenas only show part of the rest.
        boolean tracked = told.nativeMemory().isPresent();
        long arenas = tracked ? 0 : Math.min(left, resident.getOrDefault(MemoryPart.MALLOC, 0L));
        resident.put(MemoryPart.MALLOC, arenas);
        resident.put(MemoryPart.REST, left - arenas);
        List<FileRow> files =
                classified.byFile().values().stream()
                        .sorted(
                                Comparator.comparingLong(FileRow::residentBytes)
                                        .reversed()
                                        .thenComparing(FileRow::path))
                        .limit(MOST_FILES)
                        .toList();
        return new MemoryTable(
                rows(resident, committed, tracked),
                files,
                classified.byThread(),
                space.residentBytes());
    }

    /** Returns the JVM's committed bytes, by part. */
    private static Map<MemoryPart, Long> committed(Told told) {
        Map<MemoryPart, Long> committed = new EnumMap<>(MemoryPart.class);
        told.nativeMemory().ifPresent(nativeMemory -> tracked(nativeMemory, committed));
        told.heapCommittedBytes().ifPresent(bytes -> committed.put(MemoryPart.HEAP, bytes));
        told.metaspaceCommittedBytes()
                .ifPresent(bytes -> committed.put(MemoryPart.METASPACE, bytes));
        return committed;
    }

    private static void tracked(NativeMemory memory, Map<MemoryPart, Long> committed) {
        NativeMemory.Category heap = memory.category("Java Heap");
        NativeMemory.Category classes = memory.category("Class");
        NativeMemory.Category metaspace = memory.category("Metaspace");
        NativeMemory.Category code = memory.category("Code");
        NativeMemory.Category threads = memory.category("Thread");
        NativeMemory.Category archive = memory.category("Shared class space");
        long collector =
                memory.category("GC").committedBytes()
                        + memory.category("GCCardSet").committedBytes();
        long direct = memory.directBytes();
        long elsewhere =
                heap.committedBytes()
                        + classes.mappedBytes()
                        + metaspace.mappedBytes()
                        + code.mappedBytes()
                        + threads.mappedBytes()
                        + archive.committedBytes();
        committed.put(MemoryPart.HEAP, heap.committedBytes());
        committed.put(MemoryPart.METASPACE, classes.mappedBytes() + metaspace.mappedBytes());
        committed.put(MemoryPart.CODE, code.mappedBytes());
        committed.put(MemoryPart.STACKS, threads.mappedBytes());
        committed.put(MemoryPart.GC, collector);
        committed.put(MemoryPart.DIRECT, direct);
        committed.put(
                MemoryPart.NATIVE,
                Math.max(0, memory.committedBytes() - elsewhere - collector - direct));
    }

    private static List<Row> rows(
            Map<MemoryPart, Long> resident, Map<MemoryPart, Long> committed, boolean tracked) {
        List<Row> rows = new ArrayList<>();
        for (MemoryPart part : MemoryPart.values()) {
            long bytes = resident.getOrDefault(part, 0L);
            Long said = committed.get(part);
            if (bytes > 0 || said != null) {
                OptionalLong of = said == null ? OptionalLong.empty() : OptionalLong.of(said);
                rows.add(new Row(part, bytes, of, source(part, tracked)));
            }
        }
        return rows;
    }

    private static Source source(MemoryPart part, boolean tracked) {
        if (part == MemoryPart.REST) {
            return Source.DIFFERENCE;
        }
        if (!COUNTED_BY_JVM.contains(part)) {
            return Source.SMAPS;
        }
        return part == MemoryPart.METASPACE || !tracked ? Source.COUNTERS : Source.NMT;
    }
}
