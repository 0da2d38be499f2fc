/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.threadcpu;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * CPU time of the JVM's own threads since its start, in seconds, by kind. Includes threads that
 * have ended, up to their last reading.
 *
 * @param seconds only the kinds that the JVM has; empty if its threads aren't known
 */
public record VmThreadCpuSeconds(Map<VmThreadKind, Double> seconds) {
    /** The times of a JVM with unknown threads. */
    public static final VmThreadCpuSeconds NONE = new VmThreadCpuSeconds(Map.of());

    public VmThreadCpuSeconds {
        Map<VmThreadKind, Double> ordered = new EnumMap<>(VmThreadKind.class);
        ordered.putAll(seconds);
        seconds = Collections.unmodifiableMap(ordered);
    }

    /**
     * Returns the sum of all kinds except the compilers; NaN if unknown. It is an upper bound: the
     * VM thread also runs safepoint operations other than collections.
     */
    public double gcSeconds() {
        double sum = 0;
        for (Map.Entry<VmThreadKind, Double> each : seconds.entrySet()) {
            if (each.getKey() != VmThreadKind.COMPILER) {
                sum += each.getValue();
            }
        }
        return seconds.containsKey(VmThreadKind.VM) ? sum : Double.NaN;
    }

    /** Returns the time of the compilers; NaN if unknown. */
    public double compilerSeconds() {
        return seconds.getOrDefault(VmThreadKind.COMPILER, Double.NaN);
    }
}
