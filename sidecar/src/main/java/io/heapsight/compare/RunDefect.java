/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.Run;
import io.heapsight.run.RunSamples;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Detects defects that invalidate a run: a changed clock, a restart of the target, an early end.
 */
final class RunDefect {
    private static final double MILLIS = 1e-3;

    /** Maximum delay of a sampler on a busy machine; clock changes are larger. */
    private static final double LEAST_GAP_SECONDS = 30;

    private static final double GAP_IN_INTERVALS = 20;
    private static final double GAP_IN_RUN = 0.1;

    /** Tolerance of CPU seconds, since the kernel's counters are read one after the other. */
    private static final double CPU_TOLERANCE = 0.05;

    private final Run run;
    private final RunSamples samples;

    private RunDefect(Run run) {
        this.run = run;
        samples = run.samples();
    }

    /** Returns the first defect, as the end of a sentence. */
    static Optional<String> of(Run run) {
        RunDefect defect = new RunDefect(run);
        return defect.clock().or(defect::restart).or(defect::end);
    }

    private Optional<String> clock() {
        if (run.stopped().filter(stop -> stop.isBefore(run.started())).isPresent()) {
            return Optional.of("it stopped before it started: the clock was changed");
        }
        int size = samples.size();
        if (size < 2) {
            return Optional.empty();
        }
        double[] steps = new double[size - 1];
        for (int i = 1; i < size; i++) {
            steps[i - 1] = (samples.epochMillis(i) - samples.epochMillis(i - 1)) * MILLIS;
            if (steps[i - 1] < 0) {
                return Optional.of(moved(-steps[i - 1], "back", i));
            }
        }
        double[] sorted = steps.clone();
        Arrays.sort(sorted);
        double usual = sorted[sorted.length / 2];
        double length = (samples.epochMillis(size - 1) - samples.epochMillis(0)) * MILLIS;
        for (int i = 0; i < steps.length; i++) {
            if (steps[i] > LEAST_GAP_SECONDS
                    && steps[i] > GAP_IN_INTERVALS * usual
                    && steps[i] > GAP_IN_RUN * length) {
                return Optional.of(
                        String.format(
                                Locale.ROOT,
                                "no samples for %.0f s from %s on: the clock was changed, or the"
                                        + " sidecar was stopped",
                                steps[i],
                                samples.at(i)));
            }
        }
        return Optional.empty();
    }

    private String moved(double seconds, String where, int sample) {
        return String.format(
                Locale.ROOT,
                "its clock was set %s by %.0f s at %s",
                where,
                seconds,
                samples.at(sample));
    }

    /** Detects a restart by a falling counter of the process. */
    private Optional<String> restart() {
        double[] cpu = samples.values(SampleField.CPU_SECONDS);
        double before = Double.NaN;
        for (int i = 0; i < cpu.length; i++) {
            if (cpu[i] < before - CPU_TOLERANCE) {
                return Optional.of("its target was restarted at " + samples.at(i));
            }
            before = Double.isNaN(cpu[i]) ? before : cpu[i];
        }
        return Optional.empty();
    }

    private Optional<String> end() {
        return run.stopped().isEmpty()
                ? Optional.of("it has no end: it was cut short, or is still running")
                : run.warnings().stream().filter(Run::tellsOfEarlyEnd).findFirst();
    }
}
