/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The result of comparing two arms, metric by metric.
 *
 * @param base with all its runs, including excluded ones
 * @param candidate the same
 * @param comparable false if the arms differ in more than the intended difference
 * @param judged whether there are verdicts: enough runs, in an order that separates change from
 *     drift
 * @param warnings for the reader, in sentences
 * @param rows in the order of {@link Metric.Group}
 * @param notRecorded metrics without a value in any run
 * @param classes classes that differ at the stop, if objects were counted
 * @param frames methods that account for a difference of the runs' profiles, if any
 */
public record Comparison(
        Arm base,
        Arm candidate,
        boolean comparable,
        boolean judged,
        List<String> warnings,
        List<ComparisonRow> rows,
        List<Metric> notRecorded,
        List<ClassChange> classes,
        Optional<FrameComparison> frames) {
    /**
     * The options of a comparison.
     *
     * @param subjects intended differences
     * @param relevance the smallest relevant change
     * @param primary rows
     * @param alpha probability of any false verdict in the table; less than 5 % for one of several
     *     looks at the same data as it grows
     */
    public record Terms(
            Set<IntendedDifference> subjects,
            EquivalenceMargin relevance,
            PrimaryMetrics primary,
            double alpha) {
        /** The default: no intended difference, and every change is relevant. */
        public static final Terms USUAL =
                new Terms(Set.of(), EquivalenceMargin.NONE, PrimaryMetrics.USUAL);

        public Terms {
            subjects = Set.copyOf(subjects);
            if (!(alpha > 0 && alpha < 1)) {
                throw new IllegalArgumentException("alpha " + alpha);
            }
        }

        public Terms(
                Set<IntendedDifference> subjects,
                EquivalenceMargin relevance,
                PrimaryMetrics primary) {
            this(subjects, relevance, primary, VerdictRule.ALPHA);
        }

        /** Returns the same terms with another chance of a false verdict. */
        public Terms withAlpha(double other) {
            return new Terms(subjects, relevance, primary, other);
        }
    }

    public Comparison {
        warnings = List.copyOf(warnings);
        rows = List.copyOf(rows);
        notRecorded = List.copyOf(notRecorded);
        classes = List.copyOf(classes);
    }

    /**
     * Compares two arms. Excludes invalid runs: the clock was changed, the target was restarted, or
     * the run was cut short.
     *
     * @throws ProblemException if a run is listed twice
     */
    public static Comparison between(Arm base, Arm candidate, Terms terms) throws ProblemException {
        return between(base, candidate, terms, List.of());
    }

    /**
     * Compares two arms with known obstacles.
     *
     * @param obstacles why the arms are not comparable, without full stops
     * @throws ProblemException if a run is listed twice
     */
    public static Comparison between(Arm base, Arm candidate, Terms terms, List<String> obstacles)
            throws ProblemException {
        refuseCopies(base, candidate);
        Arm before = base.withoutDefects();
        Arm after = candidate.withoutDefects();
        ComparabilityCheck check = new ComparabilityCheck(before, after, terms.subjects());
        List<Incomparability> incomparabilities = new ArrayList<>(check.findings());
        obstacles.forEach(
                each -> incomparabilities.add(new Incomparability(Optional.empty(), each)));
        Incomparability.noRun(base).ifPresent(incomparabilities::add);
        Incomparability.noRun(candidate).ifPresent(incomparabilities::add);
        List<MetricValues> measured = measure(before, after);
        List<MetricValues> recorded = measured.stream().filter(MetricValues::isRecorded).toList();
        RunOrder order = RunOrder.of(before, after);
        boolean single = !before.isOfPods() && !before.isRepeated() && !after.isRepeated();
        List<String> warnings = new ArrayList<>();
        incomparabilities.forEach(
                incomparability ->
                        warnings.add("Not comparable: " + incomparability.reason() + "."));
        warnings.addAll(new RunWarnings(base, candidate).all(order, single));
        warnings.addAll(check.warnings());
        ComparisonRowBuilder rows =
                new ComparisonRowBuilder(check, incomparabilities, order, terms);
        Optional<FrameComparison> frames = FrameComparer.between(before, after, rows, warnings);
        return new Comparison(
                base,
                candidate,
                incomparabilities.isEmpty(),
                order.kind() != RunOrder.Kind.TOO_FEW && !order.isSuccessive(),
                warnings,
                rows.of(recorded, single),
                measured.stream()
                        .filter(each -> !each.isRecorded())
                        .map(MetricValues::metric)
                        .toList(),
                ClassComparer.between(before, after),
                frames);
    }

    private static void refuseCopies(Arm base, Arm candidate) throws ProblemException {
        List<MeasuredRun> all = new ArrayList<>(base.runs());
        all.addAll(candidate.runs());
        for (int i = 0; i < all.size(); i++) {
            for (int k = 0; k < i; k++) {
                if (all.get(i).isSameAs(all.get(k))) {
                    throw new ProblemException(twice(all.get(k), all.get(i)));
                }
            }
        }
    }

    private static Problem twice(MeasuredRun one, MeasuredRun other) {
        return new Problem(
                Problem.Kind.CONFLICT,
                "A run is listed twice",
                "%s and %s have the same samples: counting a run twice makes noise look like a difference."
                        .formatted(one.facts().name(), other.facts().name()),
                "Give each run once, and to one side only.");
    }

    private static List<MetricValues> measure(Arm base, Arm candidate) {
        return IntStream.range(0, Metrics.ALL.size())
                .mapToObj(metric -> MetricValues.of(metric, base, candidate))
                .toList();
    }

    /** Returns a copy with other warnings. */
    public Comparison withWarnings(List<String> other) {
        return new Comparison(
                base, candidate, comparable, judged, other, rows, notRecorded, classes, frames);
    }

    /** Returns what is compared: {@code run} or {@code pod}. */
    public String unit() {
        return base.isOfPods() ? "pod" : "run";
    }

    /** Returns a copy with some of its rows; their verdicts still consider all rows. */
    public Comparison only(List<MetricPattern> shown) {
        return new Comparison(
                base,
                candidate,
                comparable,
                judged,
                warnings,
                rows.stream()
                        .filter(row -> shown.stream().anyMatch(each -> each.includes(row.metric())))
                        .toList(),
                notRecorded.stream()
                        .filter(metric -> shown.stream().anyMatch(each -> each.includes(metric)))
                        .toList(),
                classes,
                frames);
    }

    /** Returns the row of a metric; empty if no run contains the metric. */
    public Optional<ComparisonRow> row(String metric) {
        return rows.stream().filter(row -> row.metric().name().equals(metric)).findFirst();
    }
}
