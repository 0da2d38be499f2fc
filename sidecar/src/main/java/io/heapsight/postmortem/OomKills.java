/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts the OOM kills of each target's container across restarts of the container: the kernel's
 * count disappears with a cgroup and restarts with the next one. A count smaller than the previous
 * one belongs to another group, and is added.
 *
 * <p>Thread-safe.
 */
public final class OomKills {
    private static final int MOST_TARGETS = 64;

    private final Map<String, Count> counts = new LinkedHashMap<>();

    /**
     * Of one target.
     *
     * @param before of groups that are gone
     * @param last of the group that was seen last
     */
    private record Count(double before, double last) {
        Count seen(double now) {
            return new Count(now < last ? before + last : before, now);
        }

        double total() {
            return before + last;
        }
    }

    /** The kernel's count now; NaN if it isn't known. */
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

    /** By target, whether it is there or gone. */
    public synchronized Map<String, Double> totals() {
        Map<String, Double> totals = new LinkedHashMap<>();
        counts.forEach((target, count) -> totals.put(target, count.total()));
        return totals;
    }
}
