/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Creates the rows of a comparison, each with a verdict or with the reason for a missing verdict.
 */
record ComparisonRowBuilder(
        ComparabilityCheck check,
        List<Incomparability> incomparabilities,
        RunOrder order,
        Comparison.Terms terms) {
    /**
     * Creates one row per metric, in order.
     *
     * @param single whether each arm has one run
     */
    List<ComparisonRow> of(List<MetricValues> recorded, boolean single) {
        return of(recorded, single, SingleRunsRule::new);
    }

    /**
     * Creates one row per metric, in order.
     *
     * @param ofSingle judges a family with one run per arm
     */
    List<ComparisonRow> of(
            List<MetricValues> recorded,
            boolean single,
            Function<List<MetricValues>, VerdictRule> ofSingle) {
        boolean repeated = !single && order.kind() != RunOrder.Kind.TOO_FEW;
        List<MetricValues> family =
                recorded.stream()
                        .filter(each -> each.missing().isEmpty())
                        .filter(each -> !repeated || order.tooFewHave(each).isEmpty())
                        .filter(each -> check.informationOnly(each.metric()).isEmpty())
                        .toList();
        if (family.isEmpty()) {
            return recorded.stream().map(this::unjudged).toList();
        }
        double[] weights = terms.primary().weights(family);
        VerdictRule rule = single ? ofSingle.apply(family) : rule(family, weights);
        List<ComparisonRow> rows = new ArrayList<>();
        int next = 0;
        for (MetricValues each : recorded) {
            if (!family.contains(each)) {
                rows.add(unjudged(each));
                continue;
            }
            ComparisonRow judged = rule.judge(each, next);
            ComparisonRow row =
                    weights[next] > 0 ? judged.of(ComparisonRow.Family.PRIMARY) : judged;
            next++;
            rows.add(
                    incomparabilities.stream()
                            .filter(incomparability -> incomparability.hinders(each.metric()))
                            .findFirst()
                            .map(
                                    incomparability ->
                                            row.with(
                                                    Verdict.NOT_COMPARABLE,
                                                    incomparability.reason()))
                            .orElse(row));
        }
        return rows;
    }

    private VerdictRule rule(List<MetricValues> family, double[] weights) {
        return order.kind() == RunOrder.Kind.TOO_FEW
                ? new TooFewRunsRule(order)
                : new RepeatedRunsRule(order, family, weights, terms);
    }

    private ComparisonRow unjudged(MetricValues measured) {
        Optional<String> missing = measured.missing();
        if (missing.isPresent()) {
            return measured.untested(missing.get());
        }
        Optional<String> information = check.informationOnly(measured.metric());
        return information.isPresent()
                ? measured.untested(information.get())
                : new TooFewRunsRule(order)
                        .judge(measured, 0)
                        .with(
                                Verdict.TOO_FEW_RUNS,
                                order.tooFewHave(measured).orElse("it has no verdict"));
    }
}
