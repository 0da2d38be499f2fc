/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.memory.ByteArray;
import io.heapsight.heap.retained.RetainedHeap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Chooses sample objects of each accumulation to look up their holders. */
final class AccumulationSampler {
    private static final int SAMPLE = 64;

    private AccumulationSampler() {}

    /** Ranks of sample objects per accumulation; none for leaves and linked objects. */
    static List<int[]> of(
            List<AccumulationPoint> accumulations, DominatedGroups groups, RetainedHeap retention) {
        List<int[]> samples = new ArrayList<>();
        int[] taken = new int[ByteArray.MAX + 1];
        int[] step = new int[ByteArray.MAX + 1];
        int[] seen = new int[ByteArray.MAX + 1];
        Map<Integer, int[]> byGroup = new HashMap<>();
        for (AccumulationPoint each : accumulations) {
            DominatedGroup top = each.top();
            int size = (int) Math.min(SAMPLE, top.objects());
            // The first of linked objects holds the others, so only its holder matters.
            byGroup.put(top.number(), new int[top.isLeaf() || top.isLinked() ? 0 : size]);
            step[top.number()] = (int) Math.max(1, top.objects() / SAMPLE);
        }
        for (int rank = 1; rank <= retention.tree().reachable(); rank++) {
            int group = groups.groupOf(rank);
            int[] sample = group == 0 ? null : byGroup.get(group);
            if (sample != null
                    && seen[group]++ % step[group] == 0
                    && taken[group] < sample.length) {
                sample[taken[group]++] = rank;
            }
        }
        for (AccumulationPoint each : accumulations) {
            int[] sample = byGroup.getOrDefault(each.top().number(), new int[0]);
            samples.add(Arrays.copyOf(sample, taken[each.top().number()]));
        }
        return samples;
    }
}
