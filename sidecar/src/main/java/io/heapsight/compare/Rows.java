/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes the rows of a comparison: judges what can be judged, and says why of the rest. */
record Rows(
        ComparabilityCheck circumstances,
        List<Incomparability> obstacles,
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
                        .filter(each -> circumstances.informationOnly(each.metric()).isEmpty())
                        .toList();
        if (family.isEmpty()) {
            return recorded.stream().map(this::unjudged).toList();
        }
        VerdictRule judgement = judgement(family, single);
        List<Row> rows = new ArrayList<>();
        int next = 0;
        for (MetricValues each : recorded) {
            if (!family.contains(each)) {
                rows.add(unjudged(each));
                continue;
            }
            Row row = judgement.judge(each, next);
            next++;
            rows.add(
                    obstacles.stream()
                            .filter(obstacle -> obstacle.hinders(each.metric()))
                            .findFirst()
                            .map(obstacle -> row.with(Verdict.NOT_COMPARABLE, obstacle.reason()))
                            .orElse(row));
        }
        return rows;
    }

    private VerdictRule judgement(List<MetricValues> family, boolean single) {
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
                circumstances.informationOnly(measured.metric()).orElse("it is not judged"));
    }
}
