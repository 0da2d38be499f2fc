/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;
import io.heapsight.memory.Forecast;
import java.util.Arrays;

/**
 * The live set of the heap, as seen after collections.
 *
 * @param readings number of collections of the old generation
 * @param p95Bytes of these
 * @param maxBytes of these
 * @param lastBytes of these
 * @param grows whether the live set clearly grew over these
 * @param sinceBytes maximum after a later collection of any generation; heap in use if none ran
 */
record LiveSet(
        int readings,
        double p95Bytes,
        double maxBytes,
        double lastBytes,
        boolean grows,
        double sinceBytes) {
    private static final double STEADY = 1.05;

    /** Ratio to the heap after a collection above which growth can't be only young objects. */
    private static final double STALE = 1.1;

    private static final double STALE_BYTES = 4 << 20;

    static LiveSet of(TargetObservation seen) {
        double[] after = seen.samples().values(SampleField.OLD_AFTER_GC_BYTES);
        KnownValues readings = new KnownValues(after);
        int last = after.length - 1;
        while (last > 0 && Double.isNaN(after[last])) {
            last--;
        }
        double[] used = seen.samples().values(SampleField.HEAP_USED_BYTES);
        return new LiveSet(
                readings.size(),
                readings.p95(),
                readings.max(),
                readings.last(),
                grows(seen, after, readings),
                readings.isEmpty() ? Double.NaN : leftSince(used, last));
    }

    /** Days have hundreds of readings, whose maximum is a matter of chance. */
    private static boolean grows(TargetObservation seen, double[] after, KnownValues readings) {
        return switch (seen.source()) {
            case SIDECAR -> readings.max() > STEADY * readings.maxOfFirstHalf();
            case MONITORING ->
                    seen.forecast(after, Double.NaN).verdict() == Forecast.Verdict.GROWING;
        };
    }

    /** Returns whether growth of the heap in use since the last reading makes it outdated. */
    boolean isStale() {
        return sinceBytes > STALE * lastBytes + STALE_BYTES;
    }

    /** Returns the maximum to which use fell from an index on; only collections lower it. */
    private static double leftSince(double[] used, int from) {
        double most = Double.NaN;
        for (int i = from + 1; i < used.length; i++) {
            if (used[i] < used[i - 1] && !(used[i] <= most)) {
                most = used[i];
            }
        }
        if (!Double.isNaN(most)) {
            return most;
        }
        return Arrays.stream(used, from, used.length)
                .filter(bytes -> !Double.isNaN(bytes))
                .max()
                .orElse(Double.NaN);
    }
}
