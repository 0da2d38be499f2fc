/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The growth of a JVM's native memory by category between two of the sidecar's own readings. The
 * JVM's baseline ({@code VM.native_memory baseline}) would replace one that an operator has set.
 *
 * @param since time of the first reading
 * @param categories largest growth first
 */
public record NativeGrowth(Instant since, List<CategoryGrowth> categories) {
    /**
     * The growth of a category.
     *
     * @param category "Other", "Thread", …
     * @param committedBytes now
     * @param grownBytes negative if it shrank
     */
    public record CategoryGrowth(String category, long committedBytes, long grownBytes) {}

    public NativeGrowth {
        categories = List.copyOf(categories);
    }

    static NativeGrowth between(Instant since, NativeMemory first, NativeMemory now) {
        TreeSet<String> names = new TreeSet<>(first.categories().keySet());
        names.addAll(now.categories().keySet());
        return new NativeGrowth(
                since,
                names.stream()
                        .map(name -> growth(name, first, now))
                        .sorted(
                                Comparator.comparingLong(CategoryGrowth::grownBytes)
                                        .reversed()
                                        .thenComparing(CategoryGrowth::category))
                        .toList());
    }

    private static CategoryGrowth growth(String name, NativeMemory first, NativeMemory now) {
        long committed = now.category(name).committedBytes();
        return new CategoryGrowth(
                name, committed, committed - first.category(name).committedBytes());
    }
}
