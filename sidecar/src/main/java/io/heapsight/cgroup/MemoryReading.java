/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import java.util.OptionalLong;

/**
 * The memory of a control group at one moment.
 *
 * @param usageBytes all that is charged to it, page cache included
 * @param workingSetBytes the usage less the file pages that nobody has used of late: what the
 *     kubelet looks at
 * @param limitBytes the tightest of the group and those above it; empty when there is none
 */
public record MemoryReading(long usageBytes, long workingSetBytes, OptionalLong limitBytes) {
    /** Share of the limit that the working set takes, 0 to 1; NaN without a limit. */
    public double usedRatio() {
        return limitBytes.isPresent() && limitBytes.getAsLong() > 0
                ? (double) workingSetBytes / limitBytes.getAsLong()
                : Double.NaN;
    }
}
