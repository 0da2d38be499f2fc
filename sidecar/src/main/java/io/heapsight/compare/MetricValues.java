/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.unit.NanFigures;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.NaNPolicy;

/**
 * The values of one metric in all runs of both arms.
 *
 * @param base one figure per run
 * @param candidate one figure per run
 */
record MetricValues(Metric metric, List<MetricValue> base, List<MetricValue> candidate) {
    /**
     * Creates the values of one of {@link Metrics#ALL}.
     *
     * @param metric its index
     */
    static MetricValues of(int metric, Arm base, Arm candidate) {
        return new MetricValues(
                Metrics.ALL.get(metric).metric(),
                base.runs().stream().map(run -> run.figure(metric)).toList(),
                candidate.runs().stream().map(run -> run.figure(metric)).toList());
    }

    double[] baseValues() {
        return values(base);
    }

    double[] candidateValues() {
        return values(candidate);
    }

    /** Returns whether any run has a value. */
    boolean isRecorded() {
        return known(base) + known(candidate) > 0;
    }

    /**
     * Returns the reason for a missing verdict: fewer than half of the runs of an arm have a value.
     */
    Optional<String> missing() {
        Optional<String> missing = missing(base).map(reason -> "base: " + reason);
        return missing.isPresent()
                ? missing
                : missing(candidate).map(reason -> "candidate: " + reason);
    }

    private static Optional<String> missing(List<MetricValue> figures) {
        return known(figures) * 2 > figures.size()
                ? Optional.empty()
                : figures.stream()
                        .filter(MetricValue.Missing.class::isInstance)
                        .map(figure -> ((MetricValue.Missing) figure).reason())
                        .findFirst();
    }

    private static long known(List<MetricValue> figures) {
        return figures.stream().filter(figure -> !(figure instanceof MetricValue.Missing)).count();
    }

    /** Creates a row without a verdict yet. */
    ComparisonRow row(Optional<ComparisonRow.Change> change, String method) {
        return new ComparisonRow(
                metric,
                new ComparisonRow.Values(baseValues(), candidateValues()),
                NanFigures.known(median(baseValues())),
                NanFigures.known(median(candidateValues())),
                change,
                Verdict.NOT_COMPARABLE,
                ComparisonRow.Evidence.NONE,
                method,
                "");
    }

    /** Creates a row without a test. */
    ComparisonRow untested(String reason) {
        double before = median(baseValues());
        double after = median(candidateValues());
        boolean known = !Double.isNaN(before) && !Double.isNaN(after);
        Optional<ComparisonRow.Change> change =
                known ? Optional.of(ComparisonRow.Change.plain(before, after)) : Optional.empty();
        return row(change, "none").with(Verdict.NOT_COMPARABLE, reason);
    }

    /** Returns the verdict for a real change. */
    Verdict direction(ComparisonRow.Change change) {
        boolean lower = change.difference().value() < 0;
        return lower == metric.lowerIsBetter() ? Verdict.BETTER : Verdict.WORSE;
    }

    /** Returns the median of the known values; NaN if there are none. */
    static double median(double[] values) {
        return Median.withDefaults().withCopy(true).with(NaNPolicy.EXCLUDE).evaluate(values);
    }

    private static double[] values(List<MetricValue> figures) {
        return figures.stream().mapToDouble(MetricValue::value).toArray();
    }
}
