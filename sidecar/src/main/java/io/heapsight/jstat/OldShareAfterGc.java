/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.List;

/**
 * Tracks the use of the old generation, of its maximum, after the last collection of any sort; that
 * of the heap, where there is no old generation.
 *
 * <p>Not thread-safe: for the sampler.
 */
final class OldShareAfterGc {
    private double collections;
    private double share = Double.NaN;

    /**
     * Takes in a sample.
     *
     * @param heapShare use of the heap, of its maximum
     * @return 0 to 1; NaN before the first collection
     */
    double update(List<Sample.Pool> pools, List<Sample.Collector> collectors, double heapShare) {
        double now = collectors.stream().mapToDouble(Sample.Collector::count).sum();
        if (now > collections) {
            collections = now;
            share =
                    pools.stream()
                            .filter(OldShareAfterGc::isOld)
                            .findFirst()
                            .map(pool -> pool.usedBytes() / pool.maxBytes())
                            .orElse(heapShare);
        }
        return share;
    }

    private static boolean isOld(Sample.Pool pool) {
        return pool.name().contains("Old") || pool.name().startsWith("Tenured");
    }
}
