/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunSamples;
import java.util.Locale;

/**
 * The CPU time of collection and that of the whole process, over all samples. Unlike pause time,
 * CPU time includes concurrent work.
 *
 * @param gcCores CPUs that the GC threads and the VM thread used on average; NaN if unknown
 * @param allCores CPUs that the process used on average; NaN if unknown
 */
record CollectorCpu(double gcCores, double allCores) {
    /** The share above which the CPU time is a finding. */
    private static final double MUCH = 0.2;

    static CollectorCpu of(RunSamples samples) {
        double[] gc = samples.values(SampleField.GC_CPU_SECONDS);
        double[] all = samples.values(SampleField.CPU_SECONDS);
        int first = 0;
        int last = gc.length - 1;
        while (first < last && Double.isNaN(gc[first])) {
            first++;
        }
        while (last > first && Double.isNaN(gc[last])) {
            last--;
        }
        if (first >= last) {
            return new CollectorCpu(Double.NaN, Double.NaN);
        }
        double seconds = (samples.epochMillis(last) - samples.epochMillis(first)) / 1000.0;
        return new CollectorCpu(
                (gc[last] - gc[first]) / seconds, (all[last] - all[first]) / seconds);
    }

    /** Returns the share of the process's CPU time; NaN if unknown. */
    double share() {
        return allCores > 0 ? Math.clamp(gcCores / allCores, 0, 1) : Double.NaN;
    }

    boolean isMuch() {
        return share() > MUCH;
    }

    /** Returns the sentence of a finding; empty if unknown. */
    String sentence() {
        return Double.isNaN(share())
                ? ""
                : String.format(
                        Locale.ROOT,
                        " Collection uses %s of its CPU time, %.2f of %.2f cores.",
                        SizeFormatter.percent(share()),
                        gcCores,
                        allCores);
    }
}
