/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The CPU bandwidth of a cgroup, read from the cgroup in its chain with the tightest quota.
 *
 * @param limitCores CPUs that it may use concurrently; empty without a quota
 * @param shareCores CPUs that its shares or its weight reserve for it under contention, at 1024
 *     shares per CPU; empty if not set
 * @param periods periods in which it was runnable
 * @param throttledPeriods periods in which its quota was used up
 * @param throttledSeconds time for which it was throttled, summed over CPUs
 */
public record CpuBandwidth(
        OptionalDouble limitCores,
        OptionalDouble shareCores,
        OptionalLong periods,
        OptionalLong throttledPeriods,
        OptionalDouble throttledSeconds) {
    private static final double SHARES_OF_A_CPU = 1024;

    /** Shares of a group without a setting. */
    private static final long USUAL_SHARES = 1024;

    private static final long USUAL_WEIGHT = 100;

    /** An unknown bandwidth. */
    static final CpuBandwidth NONE =
            new CpuBandwidth(
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalDouble.empty());

    /** Converts {@code cpu.shares} of version 1. */
    static OptionalDouble ofShares(OptionalLong shares) {
        long set = shares.orElse(USUAL_SHARES);
        return set > 0 && set != USUAL_SHARES
                ? OptionalDouble.of(set / SHARES_OF_A_CPU)
                : OptionalDouble.empty();
    }

    /**
     * Converts {@code cpu.weight} of version 2 by the inverse of the runtimes' formula until 2025,
     * for shares of 2 to 262144. Newer runtimes use a different formula, which the weight doesn't
     * show.
     *
     * @see <a
     *     href="https://github.com/kubernetes/enhancements/tree/master/keps/sig-node/2254-cgroup-v2">the
     *     conversion</a>
     */
    static OptionalDouble ofWeight(OptionalLong weight) {
        long set = weight.orElse(USUAL_WEIGHT);
        return set > 0 && set != USUAL_WEIGHT
                ? OptionalDouble.of((2 + (set - 1) * 262142.0 / 9999) / SHARES_OF_A_CPU)
                : OptionalDouble.empty();
    }
}
