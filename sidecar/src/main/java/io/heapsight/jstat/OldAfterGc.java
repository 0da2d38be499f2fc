/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.List;
import java.util.Set;

/**
 * Tracks how much of the old generation is in use after its collections: the long-lived objects,
 * and some floating garbage. A collection that stops the world tells it at once. One that runs
 * beside the application frees memory for a while after it has been counted: it is told, when the
 * next one is counted, by the least that was in use meanwhile. When G1 or CMS have run a whole
 * cycle that freed nothing, all that was in use lives. Collectors without generations: the whole
 * heap.
 *
 * <p>Not thread-safe: for the sampler.
 */
final class OldAfterGc {
    private static final Set<String> STOPPING =
            Set.of("MarkSweepCompact", "PS MarkSweep", "G1 Old Generation");
    private static final Set<String> CONCURRENT =
            Set.of("ConcurrentMarkSweep", "G1 Concurrent GC", "ZGC Pauses", "ZGC Major Pauses");

    /** Each of their cycles is counted twice: at both of its pauses. */
    private static final Set<String> TWO_PAUSES = Set.of("ConcurrentMarkSweep", "G1 Concurrent GC");

    private static final int CYCLE = 2;

    private double stopping = Double.NaN;
    private double concurrent = Double.NaN;
    private double atCount = Double.NaN;
    private double least = Double.NaN;

    /** The count of pauses since which nothing has been freed. */
    private double unfreedSince = Double.NaN;

    /** Bytes in use after a collection that this sample is the first to tell of; else NaN. */
    double update(List<Sample.Pool> pools, List<Sample.Collector> collectors) {
        double used = oldUsedBytes(pools);
        double stoppingNow = count(collectors, STOPPING);
        double concurrentNow = count(collectors, CONCURRENT);
        double told = Double.NaN;
        least = Math.min(least, used);
        if (concurrentNow > concurrent) {
            told = least < atCount ? least : unfreed(collectors, used);
        }
        if (stoppingNow > stopping) {
            told = used;
        }
        if (concurrentNow != concurrent || stoppingNow != stopping) {
            atCount = used;
            least = used;
        }
        if (!Double.isNaN(told) || Double.isNaN(unfreedSince)) {
            unfreedSince = count(collectors, TWO_PAUSES);
        }
        concurrent = concurrentNow;
        stopping = stoppingNow;
        return told;
    }

    /** All that is in use, if a later cycle than the first one began and nothing was freed. */
    private double unfreed(List<Sample.Collector> collectors, double used) {
        return count(collectors, TWO_PAUSES) > unfreedSince + CYCLE ? used : Double.NaN;
    }

    private static double count(List<Sample.Collector> collectors, Set<String> names) {
        double count = 0;
        for (Sample.Collector collector : collectors) {
            if (names.contains(collector.name())) {
                count += collector.count();
            }
        }
        return count;
    }

    private static double oldUsedBytes(List<Sample.Pool> pools) {
        for (Sample.Pool pool : pools) {
            String name = pool.name();
            if (name.contains("Old")
                    || name.equals("Tenured Gen")
                    || name.equals("ZHeap")
                    || name.equals("Shenandoah")) {
                return pool.usedBytes();
            }
        }
        return Double.NaN;
    }
}
