/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.diff;

import java.util.List;

/**
 * How the reachable objects of one dump differ from those of an earlier one.
 *
 * @param before all of the earlier one
 * @param after all of the later one
 * @param classes those that differ, by name
 * @param packages those that differ; what their objects at the top of the dominator tree retain
 * @param holders where in the dominator tree retained bytes grew
 */
public record HeapDiff(
        Figures before,
        Figures after,
        GrowthList classes,
        GrowthList packages,
        GrowthList holders) {
    /** All that is reachable. */
    public Growth reachable() {
        return new Growth(List.of("reachable"), before, after);
    }
}
