/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Instances and bytes by class at one moment, largest first, as the JVM counted them.
 *
 * @param pid the target, as the sidecar sees it
 * @param name the target's main class
 * @param live captured after a full GC, so that only reachable objects count
 * @param rows largest bytes first; a class defined by several loaders has several rows
 */
public record ClassHistogram(
        int pid, String name, Instant takenAt, boolean live, HistogramRows rows) {
    /** Returns instances and bytes of all classes. */
    public InstanceCount totals() {
        return rows.totals();
    }

    /** Returns the largest classes by bytes. */
    public List<ClassHistogramRow> top(int limit) {
        List<ClassHistogramRow> largest = new ArrayList<>();
        rows.forEach(limit, largest::add);
        return largest;
    }
}
