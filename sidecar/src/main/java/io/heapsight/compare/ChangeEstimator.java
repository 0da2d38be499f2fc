/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.stats.Estimate;
import io.heapsight.stats.FigureAcrossRuns;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Converts a difference of two arms to the change that a row shows. If all values are positive, the
 * difference is a difference of logarithms. A percentage then refers to the true base, and no
 * interval reaches below -100 %.
 */
final class ChangeEstimator {
    private static final double NOTHING_LEFT = -100;
    private static final double TOO_LARGE_FOR_EXP = 700;

    private ChangeEstimator() {}

    /**
     * Returns the change; empty if an arm has no value, two plain numbers if an arm has one value.
     *
     * @param figure the values of both arms
     * @param difference candidate minus base on the figure's scale
     */
    static Optional<ComparisonRow.Change> of(
            MetricValues measured, FigureAcrossRuns figure, Supplier<Estimate> difference) {
        double[] before = known(measured.baseValues());
        double[] after = known(measured.candidateValues());
        if (before.length == 0 || after.length == 0) {
            return Optional.empty();
        }
        double median = MetricValues.median(before);
        if (Math.min(before.length, after.length) < 2) {
            return Optional.of(ComparisonRow.Change.plain(median, MetricValues.median(after)));
        }
        return Optional.of(change(figure, difference.get(), median));
    }

    private static ComparisonRow.Change change(
            FigureAcrossRuns figure, Estimate difference, double median) {
        if (figure.isRatio()) {
            Estimate percent = difference.map(ChangeEstimator::percent);
            return new ComparisonRow.Change(
                    percent.map(each -> median * each / 100),
                    Optional.of(percent),
                    isFinite(difference));
        }
        boolean negative = Arrays.stream(figure.values()).anyMatch(value -> value < 0);
        double least = negative ? Double.NEGATIVE_INFINITY : NOTHING_LEFT;
        Optional<Estimate> percent =
                median > 0
                        ? Optional.of(difference.map(each -> Math.max(least, 100 * each / median)))
                        : Optional.empty();
        return new ComparisonRow.Change(difference, percent, isFinite(difference));
    }

    private static boolean isFinite(Estimate estimate) {
        return Double.isFinite(estimate.low()) && Double.isFinite(estimate.high());
    }

    /** Replaces an infinite end of an interval by a large number. */
    static double percent(double logarithm) {
        return 100 * Math.expm1(Math.min(TOO_LARGE_FOR_EXP, logarithm));
    }

    static double[] known(double[] values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
    }
}
