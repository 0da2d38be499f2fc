/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.stats.Estimate;
import io.heapsight.stats.SeriesDifference;
import io.heapsight.stats.SeriesFigure;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares metrics of one run per arm. Decides by their variation within the runs whether these two
 * runs differ. Gives no verdict on the cause, since the variation between runs is unknown.
 */
final class SingleRunsRule implements VerdictRule {
    private static final String METHOD =
            "samples of one run each: stationary block bootstrap, simultaneous intervals for all"
                    + " rows; variation between runs is not covered";
    private static final String ONE_NUMBER =
            "it is one number per run, which does not show how runs vary";
    private static final long BASE_SEED = 1;
    private static final long CANDIDATE_SEED = 2;

    /** Minimum number of blocks for an error estimate. */
    private static final int LEAST_BLOCKS = 8;

    /** Minimum variation between runs, even of runs with constant samples. */
    private static final double LEAST_RELATIVE_ERROR = 0.005;

    /** A metric in two series. */
    private record Pair(
            SeriesFigure base, SeriesFigure candidate, boolean ratio, SeriesDifference difference) {
        double blocks() {
            return Math.min(base.blocks(), candidate.blocks());
        }

        Pair at(double level) {
            return new Pair(
                    base, candidate, ratio, SeriesDifference.between(base, candidate, level));
        }

        boolean isStill() {
            return base.error() == 0 && candidate.error() == 0;
        }

        boolean isJudged() {
            return !isStill() && blocks() >= LEAST_BLOCKS;
        }

        ComparisonRow.Change change(double before) {
            Estimate estimate = difference.estimate();
            if (ratio) {
                return new ComparisonRow.Change(
                        estimate.map(log -> before * Math.expm1(log)),
                        Optional.of(estimate.map(log -> 100 * Math.expm1(log))),
                        true);
            }
            Optional<Estimate> percent =
                    before > 0
                            ? Optional.of(estimate.map(shift -> 100 * shift / before))
                            : Optional.empty();
            return new ComparisonRow.Change(estimate, percent, true);
        }
    }

    private final @Nullable Pair[] pairs;

    /**
     * Computes simultaneous intervals: in {@link #LEVEL} of comparisons, all contain the true
     * values.
     */
    SingleRunsRule(List<MetricValues> family) {
        pairs = new @Nullable Pair[family.size()];
        Arrays.setAll(pairs, i -> pair(family.get(i)));
        long judged = Arrays.stream(pairs).filter(each -> each != null && each.isJudged()).count();
        double level = 1 - ALPHA / Math.max(1, judged);
        for (int i = 0; i < pairs.length; i++) {
            Pair pair = pairs[i];
            pairs[i] = pair == null ? null : pair.at(level);
        }
    }

    private static @Nullable Pair pair(MetricValues measured) {
        if (!(measured.base().getFirst() instanceof MetricValue.Sampled base
                && measured.candidate().getFirst() instanceof MetricValue.Sampled candidate)) {
            return null;
        }
        boolean ratio = base.value() > 0 && candidate.value() > 0;
        SeriesFigure before = series(base, ratio, BASE_SEED);
        SeriesFigure after = series(candidate, ratio, CANDIDATE_SEED);
        return new Pair(before, after, ratio, SeriesDifference.between(before, after, LEVEL));
    }

    private static SeriesFigure series(MetricValue.Sampled figure, boolean ratio, long seed) {
        SeriesFigure series =
                SeriesFigure.of(
                        figure.influence(),
                        ratio ? steps -> Math.log(figure.of(steps)) : figure::of,
                        seed);
        boolean tooSure = ratio && series.error() > 0 && series.error() < LEAST_RELATIVE_ERROR;
        return tooSure
                ? new SeriesFigure(series.value(), LEAST_RELATIVE_ERROR, series.blocks())
                : series;
    }

    @Override
    public ComparisonRow judge(MetricValues measured, int index) {
        Pair pair = pairs[index];
        double before = measured.base().getFirst().value();
        double after = measured.candidate().getFirst().value();
        if (pair == null || pair.isStill()) {
            ComparisonRow row =
                    measured.untested(ONE_NUMBER).with(Verdict.TOO_FEW_RUNS, ONE_NUMBER);
            return before == after
                    ? row.with(Verdict.NO_EVIDENCE, "it is the same in both runs")
                    : row;
        }
        ComparisonRow.Change change = pair.change(before);
        ComparisonRow row = measured.row(Optional.of(change), METHOD);
        if (!pair.isJudged()) {
            return row.with(
                    Verdict.TOO_FEW_RUNS,
                    String.format(
                            Locale.ROOT,
                            "its samples are too strongly autocorrelated: only %.1f independent"
                                    + " stretches, %d are needed",
                            pair.blocks(),
                            LEAST_BLOCKS));
        }
        String stretches =
                String.format(
                        Locale.ROOT,
                        "%.0f and %.0f independent stretches of samples",
                        pair.base().blocks(),
                        pair.candidate().blocks());
        if (change.difference().excludesZero()) {
            return row.with(
                    Verdict.DIFFERS,
                    "differs in these two runs, by " + stretches + "; others may differ otherwise");
        }
        return row.with(
                Verdict.NO_EVIDENCE, "may be chance within these two runs, by " + stretches);
    }
}
