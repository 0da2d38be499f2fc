/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.jvm.JvmFlag;
import io.heapsight.jvm.JvmFlags;
import io.heapsight.run.Run;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Determines the maximum heap size of a run, from its options or else from the recorded value. Old
 * runs contain a value from counters, which omit a survivor space that Parallel GC resizes at run
 * time.
 */
final class HeapLimit {
    /** Tolerance of equal limits, since heaps are rounded to regions. */
    private static final double TOLERANCE = 0.02;

    private static final double TOLERANCE_OF_COUNTERS = 0.1;

    private HeapLimit() {}

    static OptionalLong of(Run run) {
        OptionalLong set = byOption(run);
        return set.isPresent() ? set : run.limits().heapMaxBytes();
    }

    /** Returns whether the limits of runs differ by more than equal limits can appear to differ. */
    static boolean differs(List<Run> runs) {
        double[] limits =
                runs.stream()
                        .mapToDouble(run -> of(run).isPresent() ? of(run).getAsLong() : 0)
                        .sorted()
                        .toArray();
        return limits[limits.length - 1] > limits[0] * (1 + tolerance(runs));
    }

    /** Returns the largest apparent difference of equal limits. */
    static double tolerance(List<Run> runs) {
        boolean counters =
                runs.stream()
                        .anyMatch(
                                run ->
                                        byOption(run).isEmpty()
                                                && run.target()
                                                        .collector()
                                                        .filter("Parallel"::equals)
                                                        .isPresent());
        return counters ? TOLERANCE_OF_COUNTERS : TOLERANCE;
    }

    private static OptionalLong byOption(Run run) {
        List<JvmFlag> flags = run.flags().stream().map(text -> new JvmFlag(text, "a run")).toList();
        OptionalDouble bytes = new JvmFlags(flags, List.of()).maxHeapBytes();
        return bytes.isPresent()
                ? OptionalLong.of((long) bytes.getAsDouble())
                : OptionalLong.empty();
    }
}
