/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The CPU bandwidth of a cgroup, taken from the cgroup in its chain that has the tightest quota.
 *
 * @param limitCores CPUs that it may use at a time; empty without a quota
 * @param periods periods in which it had something to run
 * @param throttledPeriods those in which its quota was used up
 * @param throttledSeconds time for which it was throttled, summed over CPUs
 */
public record CpuReading(
        OptionalDouble limitCores,
        OptionalLong periods,
        OptionalLong throttledPeriods,
        OptionalDouble throttledSeconds) {
    /** Nothing is known. */
    static final CpuReading NONE =
            new CpuReading(
                    OptionalDouble.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalDouble.empty());
}
