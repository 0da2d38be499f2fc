/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import java.time.Instant;
import java.util.List;

/**
 * Instances and bytes by class at one moment, largest first, as the JVM counted them.
 *
 * @param pid the target, as the sidecar sees it
 * @param name the target's main class
 * @param live taken after a full GC, so that only reachable objects count
 * @param classes largest bytes first; a class that several loaders defined has several rows
 */
public record ClassHistogram(
        int pid, String name, Instant takenAt, boolean live, List<ClassCount> classes) {
    public ClassHistogram {
        classes = List.copyOf(classes);
    }

    public Count totals() {
        return classes.stream().map(Count::of).reduce(Count.NONE, Count::plus);
    }

    /** The largest classes by bytes. */
    public List<ClassCount> top(int limit) {
        return classes.subList(0, Math.min(limit, classes.size()));
    }
}
