/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;

/**
 * Decides whether a JVM without a collector flag treats its machine as a server. Below two CPUs or
 * 1,792 MiB, the JVM selects Serial. Since JDK 27, it always selects G1.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-21%2B35/src/hotspot/share/runtime/os.cpp">os::is_server_class_machine</a>
 */
public final class ServerClass {
    static final double LEAST_BYTES = 1792L << 20;
    private static final double LEAST_CPUS = 2;
    private static final int FIRST_WITH_G1 = 9;

    private ServerClass() {}

    /** Returns the CPUs of the target: its limit, or else those of the machine. */
    static double cpus(TargetObservation seen) {
        double quota = seen.series(SampleField.CONTAINER_CPU_LIMIT_CORES).last();
        return Double.isNaN(quota) ? seen.processors() : Math.min(quota, seen.processors());
    }

    /**
     * Returns whether the machine is a server; NaN for no limit.
     *
     * @param bytes memory limit
     */
    public static boolean isServer(double cpus, double bytes) {
        return !(Math.ceil(cpus) < LEAST_CPUS) && !(bytes < LEAST_BYTES);
    }

    /**
     * Returns a sentence on the collector that replaces Serial under other limits, and needs more
     * memory; empty if it stays.
     *
     * @param bytes memory limit; NaN for none
     */
    static String replacesSerial(TargetObservation seen, double cpus, double bytes) {
        double seenCpus =
                seen.jvm()
                        .flags()
                        .value("-XX:ActiveProcessorCount=")
                        .filter(count -> count.matches("\\d{1,6}"))
                        .map(Double::valueOf)
                        .orElse(cpus);
        boolean isSerial = seen.jvm().collector().toOptional().orElse("").equals("Serial");
        return isServer(seenCpus, bytes) && isSerial && !seen.hasCollectorFlag()
                ? " With these limits, the JVM may select %s instead of Serial: add -XX:+UseSerialGC to keep it."
                        .formatted(
                                seen.jvm().javaMajor().orElse(FIRST_WITH_G1) < FIRST_WITH_G1
                                        ? "Parallel"
                                        : "G1")
                : "";
    }
}
