/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The environment of the collector: CPUs, GC threads, container and flags. A figure that the source
 * lacks is NaN.
 *
 * @param cpus that the JVM may use: the container's limit; NaN without a limit
 * @param parallelThreads maximum number of threads of a pause (ParallelGCThreads)
 * @param concurrentThreads maximum number of concurrent threads (ConcGCThreads)
 * @param throttledRatio share of the scheduler's periods in which the CPU limit stopped the
 *     container
 * @param cpuPressureRatio share of the period in which some task waited for a CPU (PSI, some)
 * @param memoryPressureRatio the same for memory
 * @param memoryLimitBytes of the container
 * @param swapBytes of the container now
 * @param metaspaceBytes committed now
 * @param flags of the JVM by name without -XX:, as the JVM reports them: MaxHeapSize,
 *     G1HeapRegionSize, UseStringDeduplication; empty if unknown
 */
public record GcEnvironment(
        double cpus,
        double parallelThreads,
        double concurrentThreads,
        double throttledRatio,
        double cpuPressureRatio,
        double memoryPressureRatio,
        double memoryLimitBytes,
        double swapBytes,
        double metaspaceBytes,
        Map<String, String> flags) {
    public static final GcEnvironment UNKNOWN =
            new GcEnvironment(
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Map.of());

    public GcEnvironment {
        flags = Map.copyOf(flags);
    }

    /** Returns whether a flag is on; empty if unknown. */
    Optional<Boolean> isOn(String flag) {
        return Optional.ofNullable(flags.get(flag)).map("true"::equals);
    }

    /** Returns the number that a flag has; empty if unknown. */
    OptionalDouble number(String flag) {
        String text = flags.get(flag);
        return text != null && text.matches("\\d{1,18}")
                ? OptionalDouble.of(Double.parseDouble(text))
                : OptionalDouble.empty();
    }
}
