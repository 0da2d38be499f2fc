/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts the OOM kills of each target's container across restarts of the container. The kernel's
 * count ends with its cgroup, so a smaller count belongs to a new cgroup and is added to the total.
 *
 * <p>Thread-safe.
 */
public final class OomKillTotals {
    private static final int MOST_TARGETS = 64;

    private final Map<String, Count> counts = new LinkedHashMap<>();

    /**
     * The count of one target.
     *
     * @param before of earlier groups
     * @param last of the last group
     */
    private record Count(double before, double last) {
        Count seen(double now) {
            return new Count(now < last ? before + last : before, now);
        }

        double total() {
            return before + last;
        }
    }

    /** Records the kernel's count; NaN if unknown. */
    public synchronized void seen(String target, double count) {
        if (Double.isNaN(count)) {
            return;
        }
        Count known = counts.getOrDefault(target, new Count(0, 0));
        if (!counts.containsKey(target) && counts.size() == MOST_TARGETS) {
            counts.remove(counts.keySet().iterator().next());
        }
        counts.put(target, known.seen(count));
    }

    /** Returns the counts by target, also of ended ones. */
    public synchronized Map<String, Double> totals() {
        Map<String, Double> totals = new LinkedHashMap<>();
        counts.forEach((target, count) -> totals.put(target, count.total()));
        return totals;
    }
}
