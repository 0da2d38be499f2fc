/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunSamples;
import java.util.Arrays;

/** The known values of one figure, without NaN, in order and sorted. */
final class NonNanValues {
    private final double[] inOrder;
    private final double[] sorted;

    NonNanValues(double[] values) {
        inOrder = Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
        sorted = inOrder.clone();
        Arrays.sort(sorted);
    }

    static NonNanValues of(RunSamples samples, SampleField field) {
        return new NonNanValues(samples.values(field));
    }

    int size() {
        return sorted.length;
    }

    boolean isEmpty() {
        return sorted.length == 0;
    }

    /** Returns the maximum; NaN without values, like all following methods. */
    double max() {
        return isEmpty() ? Double.NaN : sorted[sorted.length - 1];
    }

    double last() {
        return isEmpty() ? Double.NaN : inOrder[inOrder.length - 1];
    }

    double first() {
        return isEmpty() ? Double.NaN : inOrder[0];
    }

    double mean() {
        return Arrays.stream(sorted).average().orElse(Double.NaN);
    }

    /** Returns the increase of a counter from the first to the last value. */
    double increase() {
        return last() - first();
    }

    /** Returns the 95th percentile. */
    double p95() {
        return isEmpty()
                ? Double.NaN
                : sorted[Math.max(0, (int) Math.ceil(0.95 * sorted.length) - 1)];
    }

    /** Returns the maximum of the first half. */
    double maxOfFirstHalf() {
        return Arrays.stream(inOrder, 0, (inOrder.length + 1) / 2).max().orElse(Double.NaN);
    }
}
