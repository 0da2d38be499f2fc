/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The kind of setting that determines the maximum heap size of a workload. Metrics don't contain
 * JVM flags, but pods with different limits distinguish a fixed size from a share.
 */
enum WorkloadHeapSetting {
    /** All pods have the same heap, whatever their limits. */
    SIZE,
    /** All heaps are the same share of the limit. */
    SHARE,
    /** All pods have the same limit, or it is unknown. */
    UNKNOWN;

    private static final double ALIGNMENT = 0.005;

    /**
     * Returns the kind of setting of pods that run at the same time. Pods of earlier rollouts may
     * have had other flags.
     */
    static WorkloadHeapSetting of(List<PodHistory> pods) {
        Set<Long> limits = new TreeSet<>();
        double leastHeap = Double.POSITIVE_INFINITY;
        double mostHeap = 0;
        double leastShare = Double.POSITIVE_INFINITY;
        double mostShare = 0;
        for (PodHistory pod : pods) {
            double heap = pod.last(SizingFigure.HEAP_MAX_BYTES);
            double limit = pod.last(SizingFigure.MEMORY_LIMIT_BYTES);
            if (Double.isNaN(heap + limit)) {
                return UNKNOWN;
            }
            limits.add((long) limit);
            leastHeap = Math.min(leastHeap, heap);
            mostHeap = Math.max(mostHeap, heap);
            leastShare = Math.min(leastShare, heap / limit);
            mostShare = Math.max(mostShare, heap / limit);
        }
        if (limits.size() < 2) {
            return UNKNOWN;
        }
        if (mostHeap <= leastHeap * (1 + ALIGNMENT)) {
            return SIZE;
        }
        return mostShare <= leastShare * (1 + ALIGNMENT) ? SHARE : UNKNOWN;
    }

    /** Returns the heap flags of a pod for this kind of setting. */
    String[] flags(PodHistory pod) {
        double heap = pod.last(SizingFigure.HEAP_MAX_BYTES);
        return switch (this) {
            case SIZE -> new String[] {"-Xmx" + (long) heap};
            case SHARE -> share(pod);
            case UNKNOWN -> new String[0];
        };
    }

    /** Returns the flag by which the heap would be a share of the limit. */
    static String[] share(PodHistory pod) {
        double heap = pod.last(SizingFigure.HEAP_MAX_BYTES);
        double limit = pod.last(SizingFigure.MEMORY_LIMIT_BYTES);
        return Double.isNaN(heap + limit)
                ? new String[0]
                : new String[] {PodObservationBuilder.share(heap, limit)};
    }
}
