/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.diff;

import java.util.List;

/**
 * Those that have grown most.
 *
 * @param total how many there are
 */
public record GrowthList(List<Growth> rows, long total) {
    /** The first of some. */
    public static GrowthList firstOf(List<Growth> all, int most) {
        List<Growth> sorted = all.stream().sorted(Growth.MOST_FIRST).toList();
        return new GrowthList(
                List.copyOf(sorted.subList(0, Math.min(most, sorted.size()))), sorted.size());
    }
}
