/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.stats.DriftShift;
import io.heapsight.stats.Estimate;
import io.heapsight.stats.HodgesLehmann;
import io.heapsight.stats.PairedShift;
import io.heapsight.stats.RunFigure;
import io.heapsight.stats.WelchShift;
import java.util.Arrays;
import java.util.Optional;

/**
 * Estimates the change from base to candidate, with the confidence interval that the order of the
 * runs allows. Where all values are above zero it is found on logarithms, so that a percentage is
 * one of the true base, and no interval reaches below -100 %.
 */
record ChangeEstimator(RunOrder order, double level) {
    private static final double NOTHING_LEFT = -100;
    private static final double TOO_LARGE_FOR_EXP = 700;

    /** Nothing where an arm has no value. */
    Optional<Row.Change> of(MetricValues measured) {
        double[] before = known(measured.baseValues());
        double[] after = known(measured.candidateValues());
        if (before.length == 0 || after.length == 0) {
            return Optional.empty();
        }
        double[] values = order.values(measured);
        double median = MetricValues.median(before);
        RunFigure figure = new RunFigure(values, measured.metric().resolution());
        if (Math.min(before.length, after.length) < 2) {
            return Optional.of(Row.Change.plain(median, MetricValues.median(after)));
        }
        if (figure.isRatio()) {
            Estimate logarithm = shift(figure.onItsScale());
            Estimate percent = logarithm.map(ChangeEstimator::percent);
            return Optional.of(
                    new Row.Change(
                            percent.map(each -> median * each / 100),
                            Optional.of(percent),
                            isFinite(logarithm)));
        }
        Estimate difference = shift(values);
        boolean negative = Arrays.stream(values).anyMatch(value -> value < 0);
        Optional<Estimate> percent =
                median > 0
                        ? Optional.of(
                                difference.map(
                                        each ->
                                                Math.max(
                                                        negative
                                                                ? Double.NEGATIVE_INFINITY
                                                                : NOTHING_LEFT,
                                                        100 * each / median)))
                        : Optional.empty();
        return Optional.of(new Row.Change(difference, percent, isFinite(difference)));
    }

    private static boolean isFinite(Estimate estimate) {
        return Double.isFinite(estimate.low()) && Double.isFinite(estimate.high());
    }

    /** An interval without an end stays one that can be written. */
    static double percent(double logarithm) {
        return 100 * Math.expm1(Math.min(TOO_LARGE_FOR_EXP, logarithm));
    }

    private Estimate shift(double[] values) {
        boolean[] candidates = order.candidates();
        return switch (order.kind()) {
            case PAIRS, FEW_PAIRS ->
                    pairs(values) >= 2
                            ? PairedShift.between(values, candidates, level)
                            : welch(values, candidates);
            case ONE_AFTER_THE_OTHER -> DriftShift.between(values, candidates, level);
            case TURNS ->
                    DriftShift.withoutDrift(values, candidates, level)
                            .orElseGet(() -> independent(values, candidates));
            case UNKNOWN -> independent(values, candidates);
            case TOO_FEW -> welch(values, candidates);
        };
    }

    private Estimate independent(double[] values, boolean[] candidates) {
        double[] base = arm(values, candidates, false);
        double[] candidate = arm(values, candidates, true);
        return base.length == candidate.length
                ? HodgesLehmann.shift(base, candidate, level)
                : WelchShift.between(base, candidate, level);
    }

    private Estimate welch(double[] values, boolean[] candidates) {
        return WelchShift.between(
                arm(values, candidates, false), arm(values, candidates, true), level);
    }

    private static int pairs(double[] values) {
        int pairs = 0;
        for (int i = 1; i < values.length; i += 2) {
            pairs += Double.isNaN(values[i] + values[i - 1]) ? 0 : 1;
        }
        return pairs;
    }

    private static double[] arm(double[] values, boolean[] candidates, boolean candidate) {
        double[] arm = new double[values.length];
        int size = 0;
        for (int i = 0; i < values.length; i++) {
            if (candidates[i] == candidate && !Double.isNaN(values[i])) {
                arm[size] = values[i];
                size++;
            }
        }
        return Arrays.copyOf(arm, size);
    }

    static double[] known(double[] values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
    }
}
