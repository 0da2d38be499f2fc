/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.leaks.LeakObjectReader;
import java.util.HashMap;
import java.util.Map;

/** Finds the nearest object that holds most of many objects. */
final class CommonHolder {
    private static final int SAMPLE = 32;
    private static final int LONGEST_WAY = 10_000;
    private static final double MOST = 0.75;

    private CommonHolder() {}

    /** The holder's rank; 0 if several places hold the objects. */
    static int of(int[] ranks, LeakObjectReader heap) {
        Map<Integer, Integer> covered = new HashMap<>();
        int step = Math.max(1, ranks.length / SAMPLE);
        int asked = 0;
        for (int i = 0; i < ranks.length; i += step) {
            int at = heap.dominator(ranks[i]);
            for (int way = 0; at != 0 && way < LONGEST_WAY; way++) {
                covered.merge(at, 1, Integer::sum);
                at = heap.dominator(at);
            }
            asked++;
        }
        int deepest = 0;
        for (Map.Entry<Integer, Integer> each : covered.entrySet()) {
            if (each.getValue() >= MOST * asked && each.getKey() > deepest) {
                deepest = each.getKey();
            }
        }
        return deepest;
    }
}
