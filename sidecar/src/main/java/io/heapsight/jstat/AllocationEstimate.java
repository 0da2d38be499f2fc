/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import org.jspecify.annotations.Nullable;

/**
 * Bytes allocated and promoted since the first sample, told from how eden and the old generation
 * filled between samples. The JVM has no counter of either.
 *
 * <p>Between two samples with {@code n} collections, eden filled up {@code n} times: once from
 * where it was, the other times from empty. A collection that came before eden was full (a full GC
 * that somebody asked for) makes the estimate too high by what was still free. Growth of the old
 * generation over a young collection was promoted; without a collection it was allocated there
 * (humongous objects).
 *
 * <p>Not thread-safe.
 */
final class AllocationEstimate {
    private @Nullable Generations last;
    private double allocatedBytes;
    private double promotedBytes;

    /**
     * One sample of the generations.
     *
     * @param youngCollections since the JVM's start
     * @param fullCollections since the JVM's start
     */
    record Generations(
            double edenUsedBytes,
            double edenCapacityBytes,
            double oldUsedBytes,
            double youngCollections,
            double fullCollections) {}

    void update(Generations now) {
        Generations before = last;
        last = now;
        if (before == null) {
            return;
        }
        double young = now.youngCollections - before.youngCollections;
        double full = now.fullCollections - before.fullCollections;
        double collections = Math.max(0, young) + Math.max(0, full);
        double oldGrowth = Math.max(0, now.oldUsedBytes - before.oldUsedBytes);
        if (collections == 0) {
            allocatedBytes += Math.max(0, now.edenUsedBytes - before.edenUsedBytes) + oldGrowth;
            return;
        }
        double firstFill = Math.max(0, before.edenCapacityBytes - before.edenUsedBytes);
        allocatedBytes +=
                firstFill + (collections - 1) * before.edenCapacityBytes + now.edenUsedBytes;
        if (full <= 0) {
            promotedBytes += oldGrowth;
        }
    }

    double allocatedBytes() {
        return allocatedBytes;
    }

    double promotedBytes() {
        return promotedBytes;
    }
}
