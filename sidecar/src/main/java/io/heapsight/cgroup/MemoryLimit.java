/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import java.util.OptionalLong;

/**
 * A memory limit, and the cgroup on which it is set, which counts how often it was reached.
 *
 * @param bytes empty without a limit
 */
record MemoryLimit(CgroupDirectory group, OptionalLong bytes) {
    /**
     * Finds the tightest limit of a group's chain, the lowest group first; without any, that of the
     * group itself.
     */
    static MemoryLimit tightest(CgroupDirectory group, String file) {
        MemoryLimit tightest = new MemoryLimit(group, OptionalLong.empty());
        for (CgroupDirectory each : group.chain()) {
            OptionalLong bytes = each.numberIfAny(file);
            if (bytes.isPresent() && bytes.getAsLong() < tightest.bytes.orElse(Long.MAX_VALUE)) {
                tightest = new MemoryLimit(each, bytes);
            }
        }
        return tightest;
    }
}
