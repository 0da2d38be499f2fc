/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.diff;

import java.util.List;

/**
 * The difference between the reachable objects of a dump and those of an earlier one.
 *
 * @param before all objects of the earlier dump
 * @param after all objects of the later dump
 * @param classes those that differ, by name
 * @param packages those that differ, with the bytes retained by their objects at the top of the
 *     dominator tree
 * @param holders the places in the dominator tree at which retained bytes grew
 */
public record HeapDiff(
        HeapDiffRow.Figures before,
        HeapDiffRow.Figures after,
        HeapDiffRow.Ranking classes,
        HeapDiffRow.Ranking packages,
        HeapDiffRow.Ranking holders) {
    /** All reachable objects. */
    public HeapDiffRow reachable() {
        return new HeapDiffRow(List.of("reachable"), before, after);
    }
}
