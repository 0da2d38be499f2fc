/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.pause;

import io.heapsight.jstat.HeapInfo;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.perfdata.CountersGoneException;
import io.heapsight.perfdata.MxBeanModel;
import java.util.OptionalDouble;

/**
 * The heap that a capture has to walk.
 *
 * @param bytes in use on the heap; NaN if unknown
 * @param objects an estimate unless counted
 * @param counted whether the number of objects is from a histogram, scaled to the present use
 */
public record HeapContent(double bytes, double objects, boolean counted) {
    /**
     * The mean object size in heaps of services; assumed until a histogram has counted the objects.
     */
    static final double USUAL_OBJECT_BYTES = 48;

    /** Returns whether the use of the heap is known. */
    public boolean isKnown() {
        return bytes > 0;
    }

    /** Returns the heap in use, with the mean object size of a histogram. */
    static HeapContent of(double bytes, OptionalDouble objectBytes) {
        return new HeapContent(
                bytes, bytes / objectBytes.orElse(USUAL_OBJECT_BYTES), objectBytes.isPresent());
    }

    /**
     * Returns the use of the heap by counters, which may be as old as the last collection; NaN
     * without counters.
     */
    static double usedBytes(TargetConnection target) {
        try {
            return target.counters()
                    .toOptional()
                    .map(counters -> MxBeanModel.of(counters).heapUsedBytes())
                    .filter(used -> used > 0)
                    .orElse(Double.NaN);
        } catch (CountersGoneException _) {
            return Double.NaN; // the target has ended, as the next command reports
        }
    }

    /** Parses the current heap use from {@code GC.heap_info}; NaN if it is missing. */
    static double usedBytes(String heapInfo) {
        return HeapInfo.parse(heapInfo)
                .usage(HeapInfo.Space.HEAP)
                .toOptional()
                .map(usage -> (double) usage.usedBytes())
                .orElse(Double.NaN);
    }
}
