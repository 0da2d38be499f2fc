/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes the rows of a comparison: with a verdict where there can be one, else with the reason why
 * not.
 */
record Rows(
        ComparabilityCheck check,
        List<Incomparability> incomparabilities,
        RunOrder order,
        Relevance relevance) {
    /**
     * One for each metric, in their order.
     *
     * @param single whether there is one run an arm
     */
    List<Row> of(List<MetricValues> recorded, boolean single) {
        List<MetricValues> family =
                recorded.stream()
                        .filter(each -> each.missing().isEmpty())
                        .filter(each -> check.informationOnly(each.metric()).isEmpty())
                        .toList();
        if (family.isEmpty()) {
            return recorded.stream().map(this::unjudged).toList();
        }
        VerdictRule rule = rule(family, single);
        List<Row> rows = new ArrayList<>();
        int next = 0;
        for (MetricValues each : recorded) {
            if (!family.contains(each)) {
                rows.add(unjudged(each));
                continue;
            }
            Row row = rule.judge(each, next);
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

    private VerdictRule rule(List<MetricValues> family, boolean single) {
        if (single) {
            return new SingleRuns(family);
        }
        return order.kind() == RunOrder.Kind.TOO_FEW
                ? new FewRuns(order)
                : new RepeatedRuns(order, family, relevance);
    }

    private Row unjudged(MetricValues measured) {
        Optional<String> missing = measured.missing();
        if (missing.isPresent()) {
            return measured.untested(missing.get());
        }
        return measured.untested(
                check.informationOnly(measured.metric()).orElse("it is not judged"));
    }
}
