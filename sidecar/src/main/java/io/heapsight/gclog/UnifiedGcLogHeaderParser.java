/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.gclog.GcLogEvent.JvmFact;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the first lines of a GC log of unified logging: collector, version, CPUs, sizes.
 *
 * <pre>
 * [0.005s][info][gc     ] Using G1
 * [0.006s][info][gc,init] CPUs: 2 total, 2 available
 * </pre>
 */
final class UnifiedGcLogHeaderParser {
    private static final int MOST_VALUE = 80;
    private static final Pattern SIZE_FACT = Pattern.compile("(\\d{1,12}) ?([BKMG])");

    /** The words after "Using" that name a collector. */
    private static final List<String> COLLECTORS =
            List.of(
                    "Serial",
                    "Parallel",
                    "Concurrent Mark Sweep",
                    "G1",
                    "The Z Garbage Collector",
                    "Shenandoah",
                    "Epsilon");

    /** Prefixes of details that only one collector logs, for a log without its start. */
    private static final Map<String, String> DETAILS =
            Map.of(
                    "DefNew: ", "Serial",
                    "PSYoungGen: ", "Parallel",
                    "ParNew: ", "CMS",
                    "Eden regions: ", "G1");

    private final Consumer<GcLogEvent> events;
    private double regionBytes = Double.NaN;

    UnifiedGcLogHeaderParser(Consumer<GcLogEvent> events) {
        this.events = events;
    }

    /** The size of G1's regions; NaN before its line. */
    double regionBytes() {
        return regionBytes;
    }

    /** Recognises the collector by a detail of a collection. */
    void detail(String message) {
        DETAILS.forEach(
                (begin, collector) -> {
                    if (message.startsWith(begin)) {
                        events.accept(new JvmFact(JvmFactKind.COLLECTOR_OF_DETAILS, collector));
                    }
                });
    }

    /** Parses a line without the id of a collection. */
    void line(String line) {
        int at = line.lastIndexOf("] ");
        String message = at < 0 ? line : line.substring(at + 2);
        if (message.startsWith("Using ")) {
            String name = message.substring("Using ".length()).strip();
            COLLECTORS.stream()
                    .filter(name::equals)
                    .forEach(
                            each ->
                                    events.accept(
                                            new JvmFact(JvmFactKind.COLLECTOR, collector(each))));
        } else if (message.startsWith("Version: ")) {
            fact(JvmFactKind.VERSION, message, "Version: ");
        } else if (message.startsWith("CPUs: ")) {
            String available = message.replaceFirst(".*, (\\d{1,6}) available.*", "$1");
            events.accept(new JvmFact(JvmFactKind.CPUS, available));
        } else if (message.startsWith("Memory: ")) {
            size(JvmFactKind.MEMORY_BYTES, message);
        } else if (message.startsWith("Heap Max Capacity: ")
                || message.startsWith("Max Capacity: ")) {
            size(JvmFactKind.MAX_HEAP_BYTES, message);
        } else if (message.startsWith("Heap address: ") && message.contains(", size: ")) {
            // JDK 9 to 16: "Heap address: 0x00000000fc000000, size: 64 MB, Compressed Oops …"
            size(JvmFactKind.MAX_HEAP_BYTES, message.substring(message.indexOf(", size: ")));
        } else if (message.startsWith("Heap Region Size: ")
                || message.startsWith("Heap region size: ")) {
            size(JvmFactKind.REGION_BYTES, message);
        } else if (message.startsWith("Parallel Workers: ")) {
            fact(JvmFactKind.PARALLEL_WORKERS, message, "Parallel Workers: ");
        } else if (message.startsWith("Concurrent Workers: ")) {
            fact(JvmFactKind.CONCURRENT_WORKERS, message, "Concurrent Workers: ");
        } else if (message.startsWith("GC Workers: ")) {
            fact(
                    JvmFactKind.CONCURRENT_WORKERS,
                    message.replaceFirst(" \\(.*", ""),
                    "GC Workers: ");
        }
    }

    private void fact(JvmFactKind kind, String message, String label) {
        String value = message.substring(label.length()).strip();
        events.accept(
                new JvmFact(
                        kind,
                        value.length() > MOST_VALUE ? value.substring(0, MOST_VALUE) : value));
    }

    private void size(JvmFactKind kind, String message) {
        Matcher matcher = SIZE_FACT.matcher(message);
        if (matcher.find()) {
            double bytes = HeapChange.bytes(matcher.group(1), matcher.group(2));
            if (kind == JvmFactKind.REGION_BYTES) {
                regionBytes = bytes;
            }
            events.accept(new JvmFact(kind, Long.toString((long) bytes)));
        }
    }

    private static String collector(String name) {
        return switch (name) {
            case "The Z Garbage Collector" -> "ZGC";
            case "Concurrent Mark Sweep" -> "CMS";
            default -> name;
        };
    }
}
