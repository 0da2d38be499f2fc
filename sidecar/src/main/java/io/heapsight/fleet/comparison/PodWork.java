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
import java.util.Set;
import java.util.TreeSet;

/**
 * The work of each pod per second at each time of its arm's window, from a PromQL expression of the
 * user.
 */
record PodWork(Map<Pod, double[]> base, Map<Pod, double[]> candidate) {
    static final PodWork NONE = new PodWork(Map.of(), Map.of());

    /** Share of an arm's pods that the results must name. */
    private static final double LEAST_KNOWN = 0.5;

    /**
     * Evaluates the expression.
     *
     * @throws ProblemException if the results name less than half of the kept pods of an arm
     */
    static PodWork of(PrometheusClient client, String promql, FleetArm base, FleetArm candidate)
            throws ProblemException {
        Set<Pod> pods = new TreeSet<>(base.table().pods());
        pods.addAll(candidate.table().pods());
        Map<String, List<Pod>> byName = new HashMap<>();
        for (Pod pod : pods) {
            byName.computeIfAbsent(pod.name(), _ -> new ArrayList<>()).add(pod);
        }
        TimeGrid grid = candidate.table().grid();
        Map<Pod, double[]> after = rates(client, promql, grid, byName);
        Map<Pod, double[]> before =
                base.table().grid().equals(grid)
                        ? after
                        : rates(client, promql, base.table().grid(), byName);
        refuseUnknown(promql, base, before);
        refuseUnknown(promql, candidate, after);
        return new PodWork(before, after);
    }

    private static Map<Pod, double[]> rates(
            PrometheusClient client, String promql, TimeGrid grid, Map<String, List<Pod>> byName)
            throws ProblemException {
        Map<Pod, double[]> rates = new HashMap<>();
        for (MetricSeries each : client.range(promql, grid.from(), grid.end(), grid.step())) {
            Pod.of(each.labels())
                    .flatMap(named -> only(byName.getOrDefault(named.name(), List.of()), named))
                    .ifPresent(pod -> rates.merge(pod, grid.values(each), PodWork::sum));
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
