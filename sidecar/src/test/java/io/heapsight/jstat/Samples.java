/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Samples as a test wants them. */
public final class Samples {
    private Samples() {}

    /**
     * One with these signals; the others are not given by the target.
     *
     * @param nanos when it was taken
     */
    public static Sample of(
            long nanos,
            Map<SampleField, Double> signals,
            List<Sample.Pool> pools,
            List<Sample.Collector> collectors) {
        SampleValues row = new SampleValues();
        signals.forEach(row::set);
        return new Sample(nanos, row, pools, collectors, Set.of());
    }
}
