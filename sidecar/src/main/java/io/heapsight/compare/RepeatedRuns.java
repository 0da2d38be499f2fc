/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.compare.RunOrder.Kind;
import io.heapsight.stats.FamilyTest;
import io.heapsight.stats.InterleavedRuns;
import io.heapsight.stats.PairedRuns;
import io.heapsight.stats.RunFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Judges metrics that were measured in several runs an arm: one number a run, all metrics as one
 * family, by the test that the order of the runs allows.
 */
final class RepeatedRuns implements VerdictRule {
    private static final long SEED = 1;

    /** A change that only these runs could not tell is as good as any. */
    private static final double ALL_PERCENT = 100;

    private static final double MOST_PERCENT = 1000;

    private final RunOrder order;
    private final ChangeEstimator changes;
    private final Relevance relevance;
    private final List<RunFigure> figures = new ArrayList<>();
    private final FamilyTest test;

    RepeatedRuns(RunOrder order, List<MetricValues> family, Relevance relevance) {
        this.order = order;
        this.relevance = relevance;
        changes = new ChangeEstimator(order, LEVEL);
        for (MetricValues measured : family) {
            figures.add(new RunFigure(order.values(measured), measured.metric().resolution()));
        }
        test =
                order.kind() == Kind.PAIRS
                        ? PairedRuns.test(figures, order.candidates(), ALPHA, SEED)
                        : InterleavedRuns.test(figures, order.candidates(), ALPHA, SEED);
    }

    @Override
    public Row judge(MetricValues measured, int index) {
        Optional<Row.Change> change = changes.of(measured);
        Row.Evidence evidence =
                new Row.Evidence(
                        OptionalDouble.of(test.p()[index]), leastPercent(measured, index, change));
        Row row = measured.row(change, method(change)).with(evidence);
        if (change.isEmpty()) {
            return row.with(Verdict.NOT_COMPARABLE, "an arm has no value");
        }
        if (order.kind() == Kind.ONE_AFTER_THE_OTHER) {
            return describe(row, change.get());
        }
        OptionalDouble relevant = relevance.percent(measured.metric());
        if (relevant.isPresent() && isWithin(change.get(), relevant.getAsDouble())) {
            return row.with(
                    Verdict.EQUIVALENT,
                    String.format(
                            Locale.ROOT,
                            "whatever the change is, it lies within %s %% either way",
                            shown(relevant.getAsDouble())));
        }
        if (isFound(index, change.get())) {
            return row.with(measured.direction(change.get()), found(row));
        }
        return row.with(Verdict.NO_EVIDENCE, chance(row));
    }

    /** Whether the difference is more than chance would give any row. */
    private boolean isFound(int index, Row.Change change) {
        return test.p()[index] <= ALPHA && change.difference().excludesZero();
    }

    private Row describe(Row row, Row.Change change) {
        boolean differs =
                row.evidence().p().orElse(1) <= ALPHA && change.difference().excludesZero();
        return differs
                ? row.with(
                        Verdict.DIFFERS,
                        "the arms differ, but one followed the other: it may be the change or what"
                                + " drifted meanwhile")
                : row.with(
                        Verdict.NO_EVIDENCE,
                        "could be chance, or what drifted from one arm to the other");
    }

    private static boolean isWithin(Row.Change change, double relevant) {
        return change.percent()
                .filter(each -> each.low() >= -relevant && each.high() <= relevant)
                .isPresent();
    }

    private static String found(Row row) {
        return String.format(
                Locale.ROOT,
                "chance alone gives any row that much in %s of such comparisons",
                share(row.evidence().p().orElse(1)));
    }

    private static String chance(Row row) {
        Row.Values values = row.values();
        double[] before = ChangeEstimator.known(values.base());
        double[] after = ChangeEstimator.known(values.candidate());
        if (isOneNumber(before, after)) {
            return "it is the same in all runs";
        }
        OptionalDouble least = row.evidence().leastPercent();
        if (least.isEmpty()) {
            return "could be chance";
        }
        double percent = least.getAsDouble();
        boolean fall = isFall(row.change());
        if (fall && percent >= ALL_PERCENT) {
            return "could be chance: with these runs no fall can be told";
        }
        return String.format(
                Locale.ROOT,
                "could be chance: with these runs a %s of less than %s %% can't be told",
                fall ? "fall" : "rise",
                shown(percent));
    }

    private static boolean isFall(Optional<Row.Change> change) {
        return change.map(each -> each.difference().value() < 0).orElse(false);
    }

    private static boolean isOneNumber(double[] before, double[] after) {
        for (double[] values : List.of(before, after)) {
            for (double value : values) {
                if (value != before[0]) {
                    return false;
                }
            }
        }
        return true;
    }

    private static String share(double p) {
        return p < 0.001
                ? "less than 0.1 %"
                : String.format(Locale.ROOT, p < 0.01 ? "%.2f %%" : "%.1f %%", 100 * p);
    }

    private static String shown(double percent) {
        return String.format(Locale.ROOT, percent < 10 ? "%.1f" : "%.0f", percent);
    }

    /** Of the base, in the direction of the change: a fall is at most 100 %, a rise any. */
    private OptionalDouble leastPercent(
            MetricValues measured, int index, Optional<Row.Change> change) {
        double least = test.leastTold()[index];
        double told = isFall(change) ? -least : least;
        double percent =
                Math.abs(
                        figures.get(index).isRatio()
                                ? ChangeEstimator.percent(told)
                                : 100 * told / MetricValues.median(measured.baseValues()));
        return percent > 0 && percent <= MOST_PERCENT
                ? OptionalDouble.of(percent)
                : OptionalDouble.empty();
    }

    private String method(Optional<Row.Change> change) {
        int candidates = 0;
        for (boolean each : order.candidates()) {
            candidates += each ? 1 : 0;
        }
        String runs = (order.runs().size() - candidates) + " against " + candidates + " runs";
        double level = change.map(each -> 100 * each.difference().level()).orElse(100 * LEVEL);
        return switch (order.kind()) {
            case PAIRS ->
                    String.format(
                            Locale.ROOT,
                            "%s in pairs of neighbours (%s): arms exchanged within pairs, step-down"
                                    + " max-T; %.1f %% interval of the differences within pairs",
                            runs,
                            order.letters(),
                            level);
            case FEW_PAIRS ->
                    String.format(
                            Locale.ROOT,
                            "%s in pairs of neighbours (%s), too few to exchange within them: arms"
                                    + " exchanged over all runs, step-down max-T, and Welch's t with"
                                    + " Holm; %.1f %% interval of the differences within pairs",
                            runs,
                            order.letters(),
                            level);
            case ONE_AFTER_THE_OTHER ->
                    String.format(
                            Locale.ROOT,
                            "%s, one arm after the other (%s): %.1f %% interval that allows for a"
                                    + " steady drift; no verdict",
                            runs,
                            order.letters(),
                            level);
            case TURNS, UNKNOWN, TOO_FEW ->
                    String.format(
                            Locale.ROOT,
                            "%s in turns (%s): arms exchanged over all runs, step-down max-T, and"
                                    + " Welch's t with Holm; %.1f %% interval of the shift",
                            runs,
                            order.kind() == Kind.UNKNOWN ? "order unknown" : order.letters(),
                            level);
        };
    }
}
