/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;
import io.heapsight.memory.Forecast;
import io.heapsight.memory.HeapSinceReading;

/**
 * The live set of the heap, as seen after collections.
 *
 * @param readings number of collections of the old generation
 * @param p95Bytes of these
 * @param maxBytes of these
 * @param lastBytes of these
 * @param grows whether the live set clearly grew over these
 * @param sinceBytes maximum after a later collection of any generation; heap in use if none ran
 * @param isStale whether the live set may have grown since the last reading: by more than the
 *     garbage that earlier collections found
 */
record LiveSet(
        int readings,
        double p95Bytes,
        double maxBytes,
        double lastBytes,
        boolean grows,
        double sinceBytes,
        boolean isStale) {
    private static final double STEADY = 1.05;

    static LiveSet of(TargetObservation seen) {
        double[] after = seen.samples().values(SampleField.OLD_AFTER_GC_BYTES);
        NonNanValues readings = new NonNanValues(after);
        int last = after.length - 1;
        while (last > 0 && Double.isNaN(after[last])) {
            last--;
        }
        double[] used = seen.samples().values(SampleField.HEAP_USED_BYTES);
        HeapSinceReading since = HeapSinceReading.of(used, Math.max(0, last));
        return new LiveSet(
                readings.size(),
                readings.p95(),
                readings.max(),
                readings.last(),
                grows(seen, after, readings),
                readings.isEmpty() ? Double.NaN : since.bytes(),
                since.outdates(readings.last(), readings.size()));
    }

    /** A past of days has hundreds of readings, with a maximum that depends on chance. */
    private static boolean grows(TargetObservation seen, double[] after, NonNanValues readings) {
        return switch (seen.source()) {
            case SIDECAR -> readings.max() > STEADY * readings.maxOfFirstHalf();
            case MONITORING ->
                    seen.forecast(after, Double.NaN).verdict() == Forecast.Verdict.GROWING;
        };
    }
}
