/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What the target may use, as it was at the start of the run; empty where there is no limit, or
 * none that is known.
 *
 * @param memoryBytes hard limit of the container
 * @param softMemoryBytes soft limit of the container
 * @param cpuCores CPU quota of the container
 * @param cpuShareCores CPUs that the container's shares or weight reserve for it
 * @param heapMaxBytes what the heap may grow to
 * @param metaspaceMaxBytes {@code -XX:MaxMetaspaceSize}
 */
public record RunLimits(
        OptionalLong memoryBytes,
        OptionalLong softMemoryBytes,
        OptionalDouble cpuCores,
        OptionalDouble cpuShareCores,
        OptionalLong heapMaxBytes,
        OptionalLong metaspaceMaxBytes) {
    /** None are known. */
    public static final RunLimits UNKNOWN =
            new RunLimits(
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty());
}
