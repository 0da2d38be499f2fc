/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Estimates the sample size: how many pods are needed to detect a change of 10 % in a primary row.
 * Uses the spread of the pods, and a normal approximation of a test of logarithms with a power of
 * 80 %.
 */
final class PodSampleSize {
    private static final double CHANGE = 0.1;
    private static final double POWER = 0.8;

    /** The level of a row that has no verdict, and therefore no own level. */
    private static final double USUAL_ALPHA = 0.01;

    private static final int LEAST = 4;
    private static final int MOST = 10_000;

    private PodSampleSize() {}

    /** Returns a sentence; empty if these pods suffice for all primary rows. */
    static Optional<String> sentence(Comparison comparison) {
        List<String> rows = new ArrayList<>();
        for (ComparisonRow row : comparison.rows()) {
            if (row.evidence().family() != ComparisonRow.Family.PRIMARY
                    || row.verdict().isDifference()) {
                continue;
            }
            double[] base = logarithms(row.values().base());
            double[] candidate = logarithms(row.values().candidate());
            int needed = needed(base, candidate, alpha(row));
            double have = 2.0 / (1.0 / base.length + 1.0 / candidate.length);
            if (needed > have) {
                rows.add("%s %d".formatted(row.metric().name(), needed));
            }
        }
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "To detect a change of 10 %% in four of five comparisons, each arm needs about this many such pods: %s."
                                .formatted(String.join(", ", rows)));
    }

    private static double alpha(ComparisonRow row) {
        double level = row.change().map(each -> each.difference().level()).orElse(0.0);
        return level > 1 - USUAL_ALPHA && level < 1 ? 1 - level : USUAL_ALPHA;
    }

    /** Returns logarithms of the positive values. */
    private static double[] logarithms(double[] values) {
        return Arrays.stream(values).filter(value -> value > 0).map(Math::log).toArray();
    }

    /** Returns the pods of each arm; 0 if the spread is unknown. */
    static int needed(double[] base, double[] candidate, double alpha) {
        int freedom = base.length + candidate.length - 2;
        if (Math.min(base.length, candidate.length) < 1 || freedom < 1) {
            return 0;
        }
        double variance = (squares(base) + squares(candidate)) / freedom;
        double distance = NormalQuantile.above(alpha / 2) + NormalQuantile.above(1 - POWER);
        double shift = Math.log1p(CHANGE);
        double pods = 2 * distance * distance * variance / (shift * shift) + 1;
        return (int) Math.clamp(Math.ceil(pods), LEAST, MOST);
    }

    private static double squares(double[] values) {
        double mean =
                IntStream.range(0, values.length).mapToDouble(i -> values[i]).average().orElse(0);
        return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    }
}
