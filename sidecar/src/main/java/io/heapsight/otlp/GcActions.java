/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import java.util.Map;
import java.util.Optional;

/**
 * The actions of garbage collectors, as in {@code GarbageCollectionNotificationInfo}.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/tree/master/src/hotspot/share/gc">src/hotspot/share/gc</a>,
 *     arguments of {@code GCMemoryManager}
 */
final class GcActions {
    private static final String MINOR = "end of minor GC";
    private static final String MAJOR = "end of major GC";

    private static final Map<String, String> ACTIONS =
            Map.ofEntries(
                    Map.entry("Copy", MINOR),
                    Map.entry("ParNew", MINOR),
                    Map.entry("PS Scavenge", MINOR),
                    Map.entry("G1 Young Generation", MINOR),
                    Map.entry("MarkSweepCompact", MAJOR),
                    Map.entry("PS MarkSweep", MAJOR),
                    Map.entry("ConcurrentMarkSweep", MAJOR),
                    Map.entry("G1 Old Generation", MAJOR),
                    Map.entry("G1 Concurrent GC", "end of concurrent GC pause"),
                    Map.entry("ZGC Pauses", "end of GC pause"),
                    Map.entry("ZGC Minor Pauses", "end of GC pause"),
                    Map.entry("ZGC Major Pauses", "end of GC pause"));

    private GcActions() {}

    /**
     * Returns the action at the end of a pause.
     *
     * @param collector named as its MXBean
     */
    static Optional<String> of(String collector) {
        return Optional.ofNullable(ACTIONS.get(collector));
    }
}
