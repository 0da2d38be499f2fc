/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

/**
 * One garbage collection pause as read from counters, or several pauses with only their sum known.
 *
 * @param uptimeSeconds time from the JVM's start to the start of the pause, as in a GC log. If
 *     another pause of the collector followed before the reading, the latest possible time.
 * @param collector named as the target's GarbageCollectorMXBean
 * @param cause in the JVM's words: "G1 Evacuation Pause"; "unknown" if another pause followed
 * @param count of pauses, usually 1
 * @param seconds duration; for several pauses, the sum
 */
public record PauseEvent(
        double uptimeSeconds, String collector, String cause, long count, double seconds) {}
