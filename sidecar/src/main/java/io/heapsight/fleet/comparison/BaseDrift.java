/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.compare.Arm;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.Verdict;
import io.heapsight.fleet.Pod;
import io.heapsight.stats.Estimate;
import io.heapsight.unit.ProblemException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Measures the drift of the base between the halves of its window, as a scale for differences
 * between two windows.
 *
 * @param window of the base
 * @param work of its pods per second
 */
record BaseDrift(FleetArm base, ComparedWindow window, Map<Pod, double[]> work) {
    private static final int MOST_ROWS = 8;

    /**
     * Returns a sentence on the primary rows and the rows that differ, the largest drift first;
     * empty without such rows.
     *
     * @param comparison of the two windows
     */
    Optional<String> sentence(Comparison comparison, Comparison.Terms terms)
            throws ProblemException {
        int middle = (window.from() + window.to()) / 2;
        Comparison halves =
                Comparison.between(
                        half(new ComparedWindow(window.from(), middle)),
                        half(new ComparedWindow(middle, window.to())),
                        terms);
        List<String> largest =
                comparison.rows().stream()
                        .filter(row -> isPrimary(row) || row.verdict() == Verdict.DIFFERS)
                        .flatMap(row -> halves.row(row.metric().name()).stream())
                        .filter(row -> Double.isFinite(percent(row)))
                        .sorted(Comparator.comparingDouble(row -> -Math.abs(percent(row))))
                        .limit(MOST_ROWS)
                        .map(BaseDrift::words)
                        .toList();
        return largest.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Drift between the halves of the base window, as a scale for differences: %s."
                                .formatted(String.join(", ", largest)));
    }

    private Arm half(ComparedWindow half) {
        double seconds = window.steps() * base.table().grid().step().toMillis() / 2e3;
        return base.measured(half, seconds, work, PodPairs.of(base, base));
    }

    private static boolean isPrimary(ComparisonRow row) {
        return row.evidence().family() == ComparisonRow.Family.PRIMARY;
    }

    private static double percent(ComparisonRow row) {
        return row.change()
                .flatMap(ComparisonRow.Change::percent)
                .map(Estimate::value)
                .orElse(Double.NaN);
    }

    private static String words(ComparisonRow row) {
        double rounded = Math.round(10 * percent(row)) / 10.0;
        return String.format(Locale.ROOT, "%s %+.1f %%", row.metric().words(), rounded);
    }
}
