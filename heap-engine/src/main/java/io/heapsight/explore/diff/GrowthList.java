/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.diff;

import java.util.List;

/**
 * The rows that grew most.
 *
 * @param total number of rows before the cut
 */
public record GrowthList(List<Growth> rows, long total) {
    /** The first rows of a list. */
    public static GrowthList firstOf(List<Growth> all, int most) {
        List<Growth> sorted = all.stream().sorted(Growth.MOST_FIRST).toList();
        return new GrowthList(
                List.copyOf(sorted.subList(0, Math.min(most, sorted.size()))), sorted.size());
    }
}
