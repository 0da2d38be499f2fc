/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunColumn;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Computes figures as shares of a limit. A limit may change within a run. Each sample is therefore
 * compared with the limit at its time.
 */
final class LimitUtilization {
    private static final MetricValue NO_LIMIT = new MetricValue.Missing("the limit is unknown");

    private LimitUtilization() {}

    /** Returns a figure as a share of a constant limit. */
    static MetricValue of(MetricValue figure, OptionalLong limit) {
        return limit.orElse(0) > 0 ? figure.scaled(1.0 / limit.getAsLong()) : NO_LIMIT;
    }

    /**
     * Returns the container's peak memory as a share of its limit.
     *
     * @param limit of the container's memory
     * @param atStart of the run, for samples without the limit
     */
    static MetricValue ofPeak(SampleIntervals steps, SampleField limit, OptionalLong atStart) {
        double[] used = steps.level(RunColumn.of(SampleField.CONTAINER_MEMORY_USAGE_BYTES));
        double[] limits =
                steps.limit(
                        limit,
                        atStart.isPresent()
                                ? OptionalDouble.of(atStart.getAsLong())
                                : OptionalDouble.empty());
        if (isUnknown(limits)) {
            return NO_LIMIT;
        }
        Arrays.setAll(used, i -> used[i] / limits[i]);
        return MetricValue.peak(used);
    }

    /**
     * Returns CPU time as a share of the time that the limit of each step allowed.
     *
     * @param limit in cores
     * @param atStart of the run, for samples without the limit
     */
    static MetricValue ofCpu(SampleIntervals steps, SampleField limit, OptionalDouble atStart) {
        double[] seconds = steps.seconds();
        double[] limits = steps.limit(limit, atStart);
        if (isUnknown(limits)) {
            return NO_LIMIT;
        }
        Arrays.setAll(seconds, i -> seconds[i] * limits[i]);
        return MetricValue.Rate.of(steps.grown(SampleField.CPU_SECONDS), seconds);
    }

    private static boolean isUnknown(double[] limits) {
        return Arrays.stream(limits).allMatch(Double::isNaN);
    }
}
