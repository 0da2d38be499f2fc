/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A CPU quota, and the cgroup on which it is set, which counts how often it was used up.
 *
 * @param cores empty without a quota
 */
record CpuQuota(CgroupDirectory group, OptionalDouble cores) {
    /**
     * Finds the tightest quota of a group's chain; without any, that of the group itself.
     *
     * @param quotaOf "QUOTA PERIOD" of a group in microseconds; "max" and -1 mean no quota
     */
    static CpuQuota tightest(CgroupDirectory group, Function<CgroupDirectory, String> quotaOf) {
        CpuQuota tightest = new CpuQuota(group, OptionalDouble.empty());
        for (CgroupDirectory each : group.chain()) {
            OptionalDouble cores = cores(quotaOf.apply(each));
            if (cores.isPresent()
                    && cores.getAsDouble() < tightest.cores.orElse(Double.POSITIVE_INFINITY)) {
                tightest = new CpuQuota(each, cores);
            }
        }
        return tightest;
    }

    private static OptionalDouble cores(String text) {
        String[] parts = text.strip().split(" ");
        if (parts.length != 2) {
            return OptionalDouble.empty();
        }
        OptionalLong quota = CgroupDirectory.parse(parts[0]);
        OptionalLong period = CgroupDirectory.parse(parts[1]);
        return quota.isPresent() && period.orElse(0) > 0
                ? OptionalDouble.of((double) quota.getAsLong() / period.getAsLong())
                : OptionalDouble.empty();
    }
}
