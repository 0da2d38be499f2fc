/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Samples with values of a test. */
public final class Samples {
    private Samples() {}

    /**
     * A sample with these signals; the others are missing.
     *
     * @param nanos time of the sample
     */
    public static Sample of(
            long nanos,
            Map<SampleField, Double> signals,
            List<Sample.Pool> pools,
            List<Sample.Collector> collectors) {
        SampleValues row = new SampleValues();
        signals.forEach(row::set);
        return new Sample(nanos, row, pools, collectors, Sample.VmActivity.NONE, Set.of());
    }
}
