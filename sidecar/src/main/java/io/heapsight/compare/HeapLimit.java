/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.run.Run;
import io.heapsight.unit.ByteSize;
import java.util.List;
import java.util.OptionalLong;

/**
 * Finds the maximum heap size of a run, from its options or else the recorded one. Old runs record
 * it from counters, which omit a survivor space that Parallel resizes at run time.
 */
final class HeapLimit {
    /** Tolerance of equal limits, since heaps are rounded to regions. */
    private static final double TOLERANCE = 0.02;

    private static final double TOLERANCE_OF_COUNTERS = 0.1;
    private static final List<String> OPTIONS = List.of("-Xmx", "-XX:MaxHeapSize=");

    private HeapLimit() {}

    static OptionalLong of(Run run) {
        OptionalLong set = byOption(run);
        return set.isPresent() ? set : run.limits().heapMaxBytes();
    }

    /** Returns whether runs had different limits, beyond the apparent difference of equal ones. */
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

    /** Returns the limit in the options; the last one is valid. */
    private static OptionalLong byOption(Run run) {
        OptionalLong bytes = OptionalLong.empty();
        for (String flag : run.flags()) {
            for (String option : OPTIONS) {
                if (flag.startsWith(option)) {
                    bytes = parse(flag.substring(option.length()), bytes);
                }
            }
        }
        return bytes;
    }

    private static OptionalLong parse(String size, OptionalLong otherwise) {
        try {
            return OptionalLong.of(ByteSize.parse(size).bytes());
        } catch (IllegalArgumentException _) {
            return otherwise; // the JVM would not have started with it
        }
    }
}
