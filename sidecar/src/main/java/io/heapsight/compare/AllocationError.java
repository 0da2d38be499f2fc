/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunSamples;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Bounds the error of the allocation of a run, from what its recorder had to estimate. */
final class AllocationError {
    /** From here on it is said. */
    private static final double MUCH = 0.03;

    /** From here on there is no figure. */
    private static final double TOO_MUCH = 0.25;

    private AllocationError() {}

    /** As a share of what was allocated; empty where no such thing was recorded. */
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

    /** Why there is no figure, as the end of a sentence; empty where there is one. */
    static Optional<String> reason(RunSamples samples) {
        OptionalDouble error = of(samples);
        return error.isPresent() && error.getAsDouble() > TOO_MUCH
                ? Optional.of(
                        "the target's counters tell its allocation within %s only: record longer"
                                .formatted(percent(error.getAsDouble())))
                : Optional.empty();
    }

    /** What a reader should know of it; empty where it is known well, or not at all. */
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
