/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunSamples;
import java.util.Arrays;
import java.util.Optional;

/**
 * Throttling of a container under its present CPU limit. Throttling under an earlier limit, before
 * a change in place, does not count.
 *
 * @param ratio of throttled periods; 0 without periods
 * @param seconds throttled; NaN if unknown
 * @param spanSeconds length of the observation under this limit
 */
record CpuThrottling(double ratio, double seconds, double spanSeconds) {
    private static final double MILLIS = 1e-3;

    static CpuThrottling of(TargetObservation seen) {
        RunSamples samples = seen.samples();
        double[] limits = samples.values(SampleField.CONTAINER_CPU_LIMIT_CORES);
        double present = new NonNanValues(limits).last();
        int end = samples.size() - 1;
        int from = Math.max(0, end);
        while (from > 0 && !(limits[from - 1] != present && limits[from - 1] > 0)) {
            from--;
        }
        double periods = rise(samples, SampleField.CONTAINER_CPU_PERIODS, from);
        double throttled = rise(samples, SampleField.CONTAINER_CPU_THROTTLED_PERIODS, from);
        return new CpuThrottling(
                periods > 0 ? throttled / periods : 0,
                rise(samples, SampleField.CONTAINER_CPU_THROTTLED_SECONDS, from),
                end < 0 ? 0 : MILLIS * (samples.epochMillis(end) - samples.epochMillis(from)));
    }

    /** Returns how long to wait for enough data; empty if there is enough. */
    Optional<String> tooShort() {
        double left = TargetObservation.LEAST.toSeconds() - spanSeconds;
        return left > 0
                ? Optional.of(
                        "the CPU limit was changed: wait %d s more".formatted((long) left + 1))
                : Optional.empty();
    }

    private static double rise(RunSamples samples, SampleField counter, int from) {
        double[] values = samples.values(counter);
        return new NonNanValues(Arrays.copyOfRange(values, from, values.length)).increase();
    }
}
