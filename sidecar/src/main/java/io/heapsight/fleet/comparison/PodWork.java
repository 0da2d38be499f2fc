/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.Pod;
import io.heapsight.fleet.TimeGrid;
import io.heapsight.prometheus.MetricSeries;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the work of pods per second by an expression of the user. */
record PodWork(PrometheusClient client, TimeGrid grid) {
    /**
     * Evaluates the expression.
     *
     * @return the rate of each pod at each time of the grid
     * @throws ProblemException if no result names a pod of the arms
     */
    Map<Pod, double[]> of(String promql, List<FleetArm> arms) throws ProblemException {
        Map<String, Pod> byName = new HashMap<>();
        for (FleetArm arm : arms) {
            for (Pod pod : arm.table().pods()) {
                byName.put(pod.name(), pod);
            }
        }
        Map<Pod, double[]> rates = new HashMap<>();
        for (MetricSeries each : client.range(promql, grid.from(), grid.end(), grid.step())) {
            Pod.of(each.labels())
                    .flatMap(
                            named ->
                                    Optional.ofNullable(byName.get(named.name()))
                                            .filter(pod -> isSame(pod, named)))
                    .ifPresent(pod -> rates.merge(pod, grid.values(each), PodWork::sum));
        }
        if (rates.isEmpty()) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The work of the pods is unknown",
                    "No result of --per names one of the pods: %s."
                            .formatted(VisibleText.of(promql, 200)),
                    "Keep the label: --per 'sum by (namespace, pod)"
                            + " (rate(http_requests_total[1m]))'.");
        }
        return rates;
    }

    private static boolean isSame(Pod pod, Pod named) {
        return named.namespace().isEmpty() || named.namespace().equals(pod.namespace());
    }

    private static double[] sum(double[] one, double[] other) {
        double[] sum = new double[one.length];
        for (int i = 0; i < sum.length; i++) {
            sum[i] =
                    Double.isNaN(one[i])
                            ? other[i]
                            : one[i] + (Double.isNaN(other[i]) ? 0 : other[i]);
        }
        return sum;
    }
}
