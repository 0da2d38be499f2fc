/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.fleet.Pod;
import io.heapsight.fleet.TimeGrid;
import io.heapsight.prometheus.MetricSeries;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the work of pods per second by an expression of the user. */
record PodWork(PrometheusClient client, TimeGrid grid) {
    /** Share of an arm's pods that the results must name. */
    private static final double LEAST_KNOWN = 0.5;

    /**
     * Evaluates the expression.
     *
     * @return the rate of each pod at each time of the grid
     * @throws ProblemException if the results name less than half of the kept pods of an arm
     */
    Map<Pod, double[]> of(String promql, List<FleetArm> arms) throws ProblemException {
        Map<String, List<Pod>> byName = new HashMap<>();
        for (FleetArm arm : arms) {
            for (Pod pod : arm.table().pods()) {
                byName.computeIfAbsent(pod.name(), _ -> new ArrayList<>()).add(pod);
            }
        }
        Map<Pod, double[]> rates = new HashMap<>();
        for (MetricSeries each : client.range(promql, grid.from(), grid.end(), grid.step())) {
            Pod.of(each.labels())
                    .flatMap(named -> only(byName.getOrDefault(named.name(), List.of()), named))
                    .ifPresent(pod -> rates.merge(pod, grid.values(each), PodWork::sum));
        }
        for (FleetArm arm : arms) {
            refuseUnknown(promql, arm, rates);
        }
        return rates;
    }

    private static void refuseUnknown(String promql, FleetArm arm, Map<Pod, double[]> rates)
            throws ProblemException {
        List<Pod> kept = arm.kept();
        long known = kept.stream().filter(rates::containsKey).count();
        if (known < LEAST_KNOWN * kept.size()) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The work of the pods is unknown",
                    "The results of --per name %d of %d pods of %s: %s."
                            .formatted(known, kept.size(), arm.name(), VisibleText.of(promql, 200)),
                    "Keep the labels: --per 'sum by (%snamespace, pod)"
                                    .formatted(hasClusters(kept) ? "cluster, " : "")
                            + " (rate(http_requests_total[1m]))'. Both arms need the metric.");
        }
    }

    private static boolean hasClusters(List<Pod> pods) {
        return pods.stream().anyMatch(pod -> !pod.cluster().isEmpty());
    }

    /** Returns the pod that labels name; empty if several pods have these labels. */
    private static Optional<Pod> only(List<Pod> pods, Pod named) {
        if (pods.contains(named)) {
            return Optional.of(named);
        }
        List<Pod> possible =
                pods.stream()
                        .filter(pod -> isSame(pod.namespace(), named.namespace()))
                        .filter(pod -> isSame(pod.cluster(), named.cluster()))
                        .toList();
        return possible.size() == 1 ? Optional.of(possible.getFirst()) : Optional.empty();
    }

    private static boolean isSame(String value, String named) {
        return named.isEmpty() || value.isEmpty() || named.equals(value);
    }

    private static double[] sum(double[] one, double[] other) {
        double[] sum = new double[one.length];
        for (int i = 0; i < sum.length; i++) {
            sum[i] = Double.isNaN(one[i]) ? other[i] : one[i] + orZero(other[i]);
        }
        return sum;
    }
}
