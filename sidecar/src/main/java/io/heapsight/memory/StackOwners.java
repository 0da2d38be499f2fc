/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.proc.Mapping;
import io.heapsight.proc.ProcessThread;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds the threads whose stacks lie in a mapping, and sums their resident memory by name. */
final class StackOwners {
    /** The JVM's own threads have 1 MiB, on arm64 2 MiB, and a guard within it. */
    private static final long MOST_BYTES_WITHOUT_GUARD = 2304 * 1024;

    private static final int MOST_ROWS = 20;

    private final Optional<ProcessThread> first;
    private final TreeMap<Long, ProcessThread> byAddress = new TreeMap<>();
    private final Map<String, MemoryTable.StackRow> rows = new HashMap<>();

    /**
     * Creates an index.
     *
     * @param threads of the process, its first thread first
     */
    StackOwners(List<ProcessThread> threads) {
        first = threads.stream().findFirst();
        threads.stream()
                .skip(1) // the kernel's stack of the first thread is elsewhere
                .filter(thread -> thread.address() != 0)
                .forEach(thread -> byAddress.put(thread.address(), thread));
    }

    /**
     * Whether anonymous memory without guard pages consists of the stacks of the threads within it.
     */
    boolean areStacks(Mapping mapping) {
        int threads = of(mapping).size();
        return threads > 0
                && !mapping.isInaccessible()
                && mapping.bytes() <= threads * MOST_BYTES_WITHOUT_GUARD;
    }

    /** Adds the resident memory of a stack; stacks that the kernel merged share it equally. */
    void add(Mapping stack) {
        Collection<ProcessThread> owners = of(stack);
        for (ProcessThread owner : owners) {
            rows.merge(
                    commonName(owner.name()),
                    new MemoryTable.StackRow(
                            owner.name(), 1, stack.residentBytes() / owners.size()),
                    MemoryTable.StackRow::plus);
        }
    }

    private Collection<ProcessThread> of(Mapping mapping) {
        return mapping.name().startsWith("[stack")
                ? first.stream().toList()
                : byAddress.subMap(mapping.start(), mapping.end()).values();
    }

    /** The rows with most resident memory. */
    List<MemoryTable.StackRow> rows() {
        return rows.values().stream()
                .sorted(
                        Comparator.comparingLong(MemoryTable.StackRow::residentBytes)
                                .reversed()
                                .thenComparing(MemoryTable.StackRow::name))
                .limit(MOST_ROWS)
                .toList();
    }

    /** Returns a name without the number at its end. */
    static String commonName(String name) {
        int end = name.length();
        while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
            end--;
        }
        return end == 0 ? name : name.substring(0, end);
    }
}
