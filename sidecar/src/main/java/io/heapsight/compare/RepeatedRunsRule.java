/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.stats.ArmDifference;
import io.heapsight.stats.DriftShift;
import io.heapsight.stats.FigureAcrossRuns;
import io.heapsight.stats.InterleavedDifference;
import io.heapsight.stats.MaxTNullDistribution;
import io.heapsight.stats.PairedDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Judges metrics of several runs per arm: one number per run, with the test that the order of the
 * runs allows. The interval decides: a difference is detected if it excludes 0.
 */
final class RepeatedRunsRule implements VerdictRule {
    private static final long SEED = 1;

    /** The largest possible decrease. */
    private static final double ALL_PERCENT = 100;

    private static final double MOST_PERCENT = 1000;

    /** Minimum runs of each arm for any number of rows: fewer runs separate by chance too often. */
    private static final int LEAST_RUNS_FOR_MANY_ROWS = 6;

    private final RunOrder order;
    private final Comparison.Terms terms;
    private final List<FigureAcrossRuns> figures = new ArrayList<>();
    private final List<ArmDifference> differences;
    private final AlphaAllocation families;
    private final Optional<MaxTNullDistribution> chance;

    RepeatedRunsRule(
            RunOrder order, List<MetricValues> family, double[] weights, Comparison.Terms terms) {
        this.order = order;
        this.terms = terms;
        for (MetricValues measured : family) {
            figures.add(
                    new FigureAcrossRuns(order.values(measured), measured.metric().resolution()));
        }
        differences =
                switch (order.kind()) {
                    case PAIRS, SUCCESSIVE_PAIRS ->
                            PairedDifference.differences(figures, order.candidates());
                    case ONE_AFTER_THE_OTHER ->
                            order.isOfPods()
                                    ? InterleavedDifference.differences(figures, order.candidates())
                                    : DriftShift.differences(figures, order.candidates());
                    case FEW_PAIRS, TURNS, PARALLEL, UNKNOWN, TOO_FEW ->
                            InterleavedDifference.differences(figures, order.candidates());
                };
        families = new AlphaAllocation(weights, figures, differences, terms.alpha());
        chance = chance();
    }

    private Optional<MaxTNullDistribution> chance() {
        List<FigureAcrossRuns> secondary = new ArrayList<>();
        for (int i = 0; i < figures.size(); i++) {
            if (families.of(i) == ComparisonRow.Family.SECONDARY) {
                secondary.add(figures.get(i));
            }
        }
        return order.leastRuns() < LEAST_RUNS_FOR_MANY_ROWS && !secondary.isEmpty()
                ? Optional.of(new MaxTNullDistribution(secondary, order.candidates(), SEED))
                : Optional.empty();
    }

    private boolean isGuarded(int index) {
        return chance.isPresent() && families.of(index) == ComparisonRow.Family.SECONDARY;
    }

    /** Returns the half width of a row's interval in standard errors. */
    private double quantile(int index) {
        double student = differences.get(index).quantile(families.alpha(index));
        return isGuarded(index)
                ? Math.max(student, chance.orElseThrow().quantile(terms.alpha()))
                : student;
    }

    private double p(int index) {
        ArmDifference difference = differences.get(index);
        double p = families.adjusted(index, difference.p());
        double shared = ALPHA / terms.alpha();
        return isGuarded(index)
                ? Math.max(p, Math.min(1, shared * chance.orElseThrow().p(difference)))
                : p;
    }

    @Override
    public ComparisonRow judge(MetricValues measured, int index) {
        Optional<ComparisonRow.Change> change =
                ChangeEstimator.of(
                        measured,
                        figures.get(index),
                        () ->
                                differences
                                        .get(index)
                                        .interval(quantile(index), 1 - families.alpha(index)));
        ComparisonRow.Evidence evidence =
                new ComparisonRow.Evidence(
                        families.of(index),
                        OptionalDouble.of(p(index)),
                        leastPercent(measured, index, change));
        ComparisonRow row = measured.row(change, method(index)).with(evidence);
        if (change.isEmpty()) {
            return row.with(Verdict.NOT_COMPARABLE, "an arm has no value");
        }
        if (order.isSuccessive()) {
            return describe(row, change.get());
        }
        OptionalDouble relevant = terms.relevance().percent(measured.metric());
        if (relevant.isPresent() && isWithin(change.get(), relevant.getAsDouble())) {
            return row.with(
                    Verdict.EQUIVALENT,
                    String.format(
                            Locale.ROOT,
                            "any change lies within %s %% in either direction",
                            shown(relevant.getAsDouble())));
        }
        if (change.get().difference().excludesZero()) {
            return row.with(measured.direction(change.get()), found(row));
        }
        return row.with(Verdict.NO_EVIDENCE, chance(row));
    }

    private ComparisonRow describe(ComparisonRow row, ComparisonRow.Change change) {
        return change.difference().excludesZero()
                ? row.with(
                        Verdict.DIFFERS,
                        "the arms differ, but one ran after the other: the cause may be the change"
                                + " or a drift")
                : row.with(Verdict.NO_EVIDENCE, "may be chance, or a drift between the arms");
    }

    private static boolean isWithin(ComparisonRow.Change change, double relevant) {
        return change.percent()
                .filter(each -> each.low() >= -relevant && each.high() <= relevant)
                .isPresent();
    }

    private static String found(ComparisonRow row) {
        return String.format(
                Locale.ROOT,
                "chance alone causes such a difference in some %s row in %s of such comparisons",
                row.evidence().family().label(),
                share(row.evidence().p().orElse(1)));
    }

    private String chance(ComparisonRow row) {
        ComparisonRow.Values values = row.values();
        double[] before = ChangeEstimator.known(values.base());
        double[] after = ChangeEstimator.known(values.candidate());
        if (isOneNumber(before, after)) {
            return "it is the same in all " + order.units();
        }
        OptionalDouble least = row.evidence().leastPercent();
        if (least.isEmpty()) {
            return "could be chance";
        }
        double percent = least.getAsDouble();
        boolean fall = isFall(row.change());
        if (fall && percent >= ALL_PERCENT) {
            return "may be chance: these %s cannot detect a decrease".formatted(order.units());
        }
        return String.format(
                Locale.ROOT,
                "may be chance: these %s cannot detect a %s of less than %s %%",
                order.units(),
                fall ? "fall" : "rise",
                shown(percent));
    }

    private static boolean isFall(Optional<ComparisonRow.Change> change) {
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

    /**
     * Returns the smallest detectable change in per cent of the base, in the direction of the
     * change: a fall is at most 100 %.
     */
    private OptionalDouble leastPercent(
            MetricValues measured, int index, Optional<ComparisonRow.Change> change) {
        double least = differences.get(index).reach(quantile(index));
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

    private String method(int index) {
        int candidates = 0;
        for (boolean each : order.candidates()) {
            candidates += each ? 1 : 0;
        }
        String runs =
                (order.runs().size() - candidates) + " against " + candidates + " " + order.units();
        String test = order.isOfPods() ? testOfPods() : testOfRuns();
        return String.format(
                Locale.ROOT,
                "%s %s%s; %s rows share %s",
                runs,
                test,
                isGuarded(index)
                        ? ", exceeded by no permutation of the arms over the " + order.units()
                        : "",
                families.of(index).label(),
                families.of(index) == ComparisonRow.Family.PRIMARY
                        ? "the " + budget() + " chance of a false verdict"
                        : "the part of the "
                                + budget()
                                + " chance of a false verdict that the primary rows leave");
    }

    private String testOfRuns() {
        return switch (order.kind()) {
            case PAIRS, SUCCESSIVE_PAIRS ->
                    "in pairs of neighbours (%s): Student's t of the differences within pairs"
                            .formatted(order.letters());
            case ONE_AFTER_THE_OTHER ->
                    "one arm after the other (%s): regression with a steady drift; no verdict"
                            .formatted(order.letters());
            case FEW_PAIRS ->
                    "in pairs of neighbours (%s), too few for a paired test: Welch's t"
                            .formatted(order.letters());
            case TURNS, TOO_FEW -> "in turns (%s): Welch's t".formatted(order.letters());
            case PARALLEL -> "at the same time: Welch's t";
            case UNKNOWN -> "in turns (order unknown): Welch's t";
        };
    }

    private String testOfPods() {
        return switch (order.kind()) {
            case PAIRS -> "in pairs on one node: Student's t of the differences within pairs";
            case FEW_PAIRS -> "in too few pairs for a paired test: Welch's t";
            case ONE_AFTER_THE_OTHER -> "one arm after the other: Welch's t; no verdict";
            case SUCCESSIVE_PAIRS ->
                    "in pairs, one arm after the other: Student's t of the differences within"
                            + " pairs; no verdict";
            case PARALLEL, TURNS, UNKNOWN, TOO_FEW -> "at the same time: Welch's t";
        };
    }

    /** "5 %". */
    private String budget() {
        return terms.alpha() == ALPHA
                ? "5 %"
                : String.format(Locale.ROOT, "%.2g %%", 100 * terms.alpha());
    }
}
