/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.SampleField;
import io.heapsight.memory.TuningOption;
import io.heapsight.run.RunSamples;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Advises on the CPU limit, by the observed throttling. The demand of a throttled program can't be
 * measured. It is estimated from the throttled time, which the kernel sums over CPUs.
 */
final class CpuLimitAdvisor implements Advisor {
    private static final double MUCH_THROTTLED = 0.05;
    private static final String ESTIMATE =
            " The suggested limit adds the throttled time of all CPUs: an estimate, often too high with many threads and too low for bursts.";

    @Override
    public Advice advise(TargetObservation seen) {
        if (seen.tooShort().isPresent()) {
            return Advice.wait(Subject.CPU_LIMIT, seen.tooShort().get());
        }
        double limit = seen.series(SampleField.CONTAINER_CPU_LIMIT_CORES).last();
        NonNanValues used = usedCores(seen.samples());
        if (Double.isNaN(limit)) {
            return new Advice(
                    Subject.CPU_LIMIT,
                    Conclusion.FINE,
                    "No CPU limit is set, so the target is not throttled.",
                    List.of(
                            new Figure("usedMeanCores", used.mean()),
                            new Figure("usedP95Cores", used.p95())),
                    List.of(),
                    List.of(),
                    seen.certainty(),
                    seen.seenFor());
        }
        CpuThrottling throttling = CpuThrottling.of(seen);
        if (throttling.tooShort().isPresent()) {
            return Advice.wait(Subject.CPU_LIMIT, throttling.tooShort().get());
        }
        double enough = limit + throttling.seconds() / throttling.spanSeconds();
        boolean much = throttling.ratio() > MUCH_THROTTLED && enough > limit;
        return new Advice(
                Subject.CPU_LIMIT,
                much ? Conclusion.CHANGE : Conclusion.FINE,
                "The target was throttled in %s of its CPU periods."
                                .formatted(SizeFormatter.percent(throttling.ratio()))
                        + (much ? ESTIMATE + otherCollector(seen, limit, enough) : ""),
                List.of(
                        new Figure("limitCores", limit),
                        new Figure("throttledPeriodsRatio", throttling.ratio()),
                        new Figure("throttledSeconds", throttling.seconds()),
                        new Figure("usedMeanCores", used.mean()),
                        new Figure("usedP95Cores", used.p95())),
                much
                        ? List.of(
                                new Setting(
                                        TuningOption.CPU_LIMIT,
                                        Optional.of(cores(limit)),
                                        cores(roundedUp(enough))))
                        : List.of(),
                List.of(),
                much ? Certainty.LOW : seen.certainty(),
                much
                        ? "the CPU demand of a throttled program is only visible without throttling"
                        : seen.seenFor());
    }

    /** Names the collector that a second CPU brings. */
    private static String otherCollector(TargetObservation seen, double limit, double enough) {
        return Math.ceil(roundedUp(enough)) > Math.ceil(limit)
                ? ServerClass.replacesSerial(
                        seen,
                        roundedUp(enough),
                        seen.series(SampleField.CONTAINER_MEMORY_LIMIT_BYTES).last())
                : "";
    }

    /** Rounds up to 0.1, below one core to 0.01. */
    private static double roundedUp(double cores) {
        double steps = cores < 1 ? 100 : 10;
        return Math.ceil(steps * cores) / steps;
    }

    /** Formats with one to three decimal digits. */
    private static String cores(double number) {
        return new DecimalFormat("0.0##", DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(number);
    }

    private static NonNanValues usedCores(RunSamples samples) {
        double[] cores = new double[samples.size()];
        Arrays.fill(cores, Double.NaN);
        for (int i = 1; i < cores.length; i++) {
            double seconds = (samples.epochMillis(i) - samples.epochMillis(i - 1)) / 1000.0;
            if (seconds > 0) {
                cores[i] =
                        (samples.value(SampleField.CPU_SECONDS, i)
                                        - samples.value(SampleField.CPU_SECONDS, i - 1))
                                / seconds;
            }
        }
        return new NonNanValues(cores);
    }
}
