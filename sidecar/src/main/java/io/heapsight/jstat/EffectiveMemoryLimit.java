/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.function.ToDoubleFunction;

/**
 * The lower of a container's hard limit and {@code memory.high}. Above {@code memory.high} the
 * kernel throttles the container until it almost stops, so that it never reaches the hard limit.
 *
 * @param bytes NaN without a limit
 * @param isHigh whether it is {@code memory.high}
 * @see <a href="https://docs.kernel.org/admin-guide/cgroup-v2.html">memory.high</a>
 */
public record EffectiveMemoryLimit(double bytes, boolean isHigh) {
    /** Computes the limit from the fields of a sample; NaN if one is missing. */
    public static EffectiveMemoryLimit of(ToDoubleFunction<SampleField> sample) {
        return of(
                sample.applyAsDouble(SampleField.CONTAINER_MEMORY_LIMIT_BYTES),
                sample.applyAsDouble(SampleField.CONTAINER_MEMORY_HIGH_BYTES));
    }

    /** Computes the limit from both values; NaN for a value that isn't set. */
    public static EffectiveMemoryLimit of(double hard, double high) {
        boolean isHigh = high < hard || (Double.isNaN(hard) && !Double.isNaN(high));
        return new EffectiveMemoryLimit(isHigh ? high : hard, isHigh);
    }

    /** "memory limit" or "memory.high". */
    public String label() {
        return isHigh ? "memory.high" : "memory limit";
    }
}
