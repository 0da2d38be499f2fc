/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunSamples;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Computes an upper bound for the error of a run's allocation, from the parts that its recorder had
 * to estimate.
 */
final class AllocationErrorBound {
    /** The error above which a note is added. */
    private static final double MUCH = 0.03;

    /** The error above which the figure is missing. */
    private static final double TOO_MUCH = 0.25;

    private AllocationErrorBound() {}

    /** Returns the error as a share of the allocation; empty if it was not recorded. */
    static OptionalDouble of(RunSamples samples) {
        double[] allocated = samples.values(SampleField.ALLOCATED_BYTES);
        double[] guessed = samples.values(SampleField.ALLOCATION_ERROR_BYTES);
        double[] unseen = samples.values(SampleField.ALLOCATION_UNSEEN_BYTES);
        int first = next(guessed, 0, 1);
        int last = next(guessed, guessed.length - 1, -1);
        if (first < 0 || last <= first) {
            return OptionalDouble.empty();
        }
        double error =
                Math.max(0, guessed[last] - guessed[first]) + Math.max(unseen[first], unseen[last]);
        double total = allocated[last] - allocated[first];
        return total > 0 ? OptionalDouble.of(error / total) : OptionalDouble.empty();
    }

    private static int next(double[] values, int from, int step) {
        int i = from;
        while (i >= 0 && i < values.length && Double.isNaN(values[i])) {
            i += step;
        }
        return i < values.length ? i : -1;
    }

    /**
     * Returns the reason for a missing figure, as the end of a sentence; empty if it is not
     * missing.
     */
    static Optional<String> reason(RunSamples samples) {
        OptionalDouble error = of(samples);
        return error.isPresent() && error.getAsDouble() > TOO_MUCH
                ? Optional.of(
                        "the target's counters give its allocation only within %s: record longer"
                                .formatted(percent(error.getAsDouble())))
                : Optional.empty();
    }

    /** Returns a note for the reader; empty if the error is small or unknown. */
    static Optional<String> warning(RunSamples samples) {
        OptionalDouble error = of(samples);
        return error.isPresent() && error.getAsDouble() > MUCH && error.getAsDouble() <= TOO_MUCH
                ? Optional.of(
                        "its allocation is an estimate, within %s"
                                .formatted(percent(error.getAsDouble())))
                : Optional.empty();
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
