/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.List;
import java.util.Set;

/**
 * What collections of the old generation leave in use there, which is what lives long, and a little
 * that floats. A collection that stops the world tells it at once. One that runs beside the
 * application frees memory for a while after it has been counted: it is told, when the next one is
 * counted, by the least that was in use meanwhile. Collectors without generations: the whole heap.
 *
 * <p>Not thread-safe: for the sampler.
 */
final class OldAfterGc {
    private static final Set<String> STOPPING =
            Set.of("MarkSweepCompact", "PS MarkSweep", "G1 Old Generation");
    private static final Set<String> CONCURRENT =
            Set.of("ConcurrentMarkSweep", "G1 Concurrent GC", "ZGC Pauses", "ZGC Major Pauses");

    private double stopping = Double.NaN;
    private double concurrent = Double.NaN;
    private double atCount = Double.NaN;
    private double least = Double.NaN;

    /** Bytes in use after a collection that this sample is the first to tell of; else NaN. */
    double update(List<Sample.Pool> pools, List<Sample.Collector> collectors) {
        double used = oldUsedBytes(pools);
        double stoppingNow = count(collectors, STOPPING);
        double concurrentNow = count(collectors, CONCURRENT);
        double told = Double.NaN;
        least = Math.min(least, used);
        if (concurrentNow > concurrent) {
            told = least < atCount ? least : Double.NaN;
        }
        if (stoppingNow > stopping) {
            told = used;
        }
        if (concurrentNow != concurrent || stoppingNow != stopping) {
            atCount = used;
            least = used;
        }
        concurrent = concurrentNow;
        stopping = stoppingNow;
        return told;
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
