/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

/** Writes the flag that chooses a collector. */
final class CollectorFlag {
    private static final String FLAG = "-XX:+Use";
    private static final String UNLOCK = "-XX:+UnlockExperimentalVMOptions ";

    /** The JDK from which on ZGC and Shenandoah are not experimental. */
    private static final int FIRST_OF_CONCURRENT = 15;

    private CollectorFlag() {}

    /**
     * Returns the flag, with the flag that unlocks it if the JDK needs that.
     *
     * @param collector in the words of {@code Collector.title}: "G1", "ZGC generational", "CMS"
     * @param major version of its JDK; 0 for the flag alone
     */
    static String of(String collector, int major) {
        boolean isConcurrent = collector.startsWith("ZGC") || collector.startsWith("Shenandoah");
        boolean isLocked = isConcurrent && major > 0 && major < FIRST_OF_CONCURRENT;
        return (isLocked ? UNLOCK : "") + FLAG + name(collector.replace(" generational", ""));
    }

    private static String name(String collector) {
        return switch (collector) {
            case "ZGC" -> "ZGC";
            case "CMS" -> "ConcMarkSweepGC";
            default -> collector + "GC";
        };
    }
}
