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
     * @param collector in the JVM's spelling
     * @param major version of its JDK; 0 for the flag alone
     */
    static String of(String collector, int major) {
        boolean isConcurrent = collector.equals("ZGC") || collector.equals("Shenandoah");
        boolean isLocked = isConcurrent && major > 0 && major < FIRST_OF_CONCURRENT;
        return (isLocked ? UNLOCK : "")
                + FLAG
                + (collector.equals("ZGC") ? "ZGC" : collector + "GC");
    }
}
