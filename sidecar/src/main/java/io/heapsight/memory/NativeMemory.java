/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.unit.Reading;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of {@code VM.native_memory summary}: memory that the JVM counts by category if it was
 * started with {@code -XX:NativeMemoryTracking=summary} or {@code detail}.
 *
 * <pre>
 * Total: reserved=1977173KB, committed=418629KB
 * -                 Java Heap (reserved=262144KB, committed=262144KB)
 *                             (mmap: reserved=262144KB, committed=262144KB, at peak)
 * -                    Thread (reserved=225072KB, committed=22504KB)
 *                             (stack: reserved=224256KB, committed=21688KB, peak=21688KB)
 * -                     Other (reserved=32768KB, committed=32768KB)
 *                             (malloc=32768KB tag=Other #32) (peak=65536KB #64)
 * </pre>
 *
 * @param categories by name: "Java Heap", "Class", "Thread", …
 */
public record NativeMemory(Map<String, Category> categories) {
    /** Numbers of up to 90 TiB, so that the sum over an answer does not overflow. */
    private static final Pattern CATEGORY =
            Pattern.compile("- +(\\S[^(]*?) +\\(reserved=(\\d{1,11})KB, committed=(\\d{1,11})KB.*");

    private static final Pattern MAPPED =
            Pattern.compile(" *\\((?:mmap|stack): reserved=\\d{1,11}KB, committed=(\\d{1,11})KB.*");

    /** The peak, from JDK 17 on. */
    private static final Pattern PEAK =
            Pattern.compile(" *\\(malloc=\\d{1,11}KB [^)]*\\) \\(peak=(\\d{1,11})KB .*");

    private static final long KIBIBYTE = 1024;

    /**
     * A category.
     *
     * @param mappedBytes the committed part that was not allocated by malloc
     * @param peakBytes peak of the memory allocated by malloc, if it exceeds the present size; else
     *     0
     */
    public record Category(
            long reservedBytes, long committedBytes, long mappedBytes, long peakBytes) {
        static final Category NONE = new Category(0, 0, 0, 0);

        private Category withMapped(long bytes) {
            return new Category(reservedBytes, committedBytes, bytes, peakBytes);
        }

        private Category withPeak(long bytes) {
            return new Category(reservedBytes, committedBytes, mappedBytes, bytes);
        }
    }

    public NativeMemory {
        categories = Map.copyOf(categories);
    }

    /** Parses the answer; Missing if native memory tracking is off. */
    public static Reading<NativeMemory> parse(String text) {
        Map<String, Category> categories = new LinkedHashMap<>();
        String last = "";
        for (String line : (Iterable<String>) text.lines()::iterator) {
            Matcher category = CATEGORY.matcher(line);
            Matcher mapped = MAPPED.matcher(line);
            Matcher peak = PEAK.matcher(line);
            if (category.matches()) {
                last = category.group(1);
                long reserved = KIBIBYTE * Long.parseLong(category.group(2));
                long committed = KIBIBYTE * Long.parseLong(category.group(3));
                categories.put(last, new Category(reserved, committed, 0, 0));
            } else if (mapped.matches()) {
                long bytes = KIBIBYTE * Long.parseLong(mapped.group(1));
                categories.computeIfPresent(last, (_, found) -> found.withMapped(bytes));
            } else if (peak.matches()) {
                long bytes = KIBIBYTE * Long.parseLong(peak.group(1));
                categories.computeIfPresent(last, (_, found) -> found.withPeak(bytes));
            }
        }
        return categories.isEmpty()
                ? Reading.missing(
                        "native memory tracking is off: start the target with"
                                + " -XX:NativeMemoryTracking=summary")
                : Reading.of(new NativeMemory(categories));
    }

    Category category(String name) {
        return categories.getOrDefault(name, Category.NONE);
    }

    /** Direct byte buffers and Unsafe memory; on JDK 8 in a category with other memory. */
    public long directBytes() {
        return direct().committedBytes();
    }

    /** The peak of direct memory since the start; before JDK 17, the present size. */
    public long directPeakBytes() {
        return Math.max(direct().peakBytes(), direct().committedBytes());
    }

    private Category direct() {
        return category(categories.containsKey("Other") ? "Other" : "Internal");
    }

    public long reservedBytes() {
        return categories.values().stream().mapToLong(Category::reservedBytes).sum();
    }

    public long committedBytes() {
        return categories.values().stream().mapToLong(Category::committedBytes).sum();
    }
}
