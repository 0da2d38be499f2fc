/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.Dialect;
import io.heapsight.fleet.DialectChoice;
import io.heapsight.fleet.Fleet;
import io.heapsight.fleet.Pod;
import io.heapsight.fleet.PodFigure;
import io.heapsight.fleet.PodSelector;
import io.heapsight.fleet.TimeGrid;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the start of a rollout: the start of the candidate's first pod. */
record RolloutStart(PrometheusClient client, Optional<Dialect> dialect, Duration step) {
    /** The length of the search for the start, in planned windows. */
    private static final int WINDOWS = 4;

    private static final int TIMES = 193;

    /**
     * Returns the start of the first pod, by the start time of its process, or else by its first
     * value.
     *
     * @throws ProblemException if it is unknown
     */
    Instant of(PodSelector candidate, Instant now, Duration window) throws ProblemException {
        Duration back = window.multipliedBy(WINDOWS);
        Duration coarse = back.dividedBy(TIMES - 1L);
        TimeGrid grid = TimeGrid.of(now, back, coarse.compareTo(step) > 0 ? coarse : step);
        DialectChoice choice =
                DialectChoice.of(client, dialect, List.of(candidate.matchers()), grid);
        Fleet fleet = Fleet.of(client, choice, candidate.matchers(), grid);
        double earliest = Double.POSITIVE_INFINITY;
        for (double[] starts : fleet.range(PodFigure.START_SECONDS).values()) {
            for (double start : starts) {
                earliest = start < earliest ? start : earliest;
            }
        }
        if (Double.isFinite(earliest)) {
            return Instant.ofEpochSecond((long) earliest);
        }
        int first = grid.size();
        for (Map.Entry<Pod, double[]> each : fleet.range(PodFigure.HEAP_USED_BYTES).entrySet()) {
            for (int i = 0; i < first; i++) {
                first = Double.isNaN(each.getValue()[i]) ? first : i;
            }
        }
        if (first == 0 || first == grid.size()) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "The start of the rollout is unknown",
                    "The candidate's first pod ran already at %s, and no metric has its start time."
                            .formatted(grid.from()),
                    "Compare without --sequential, or plan a longer --window.");
        }
        return grid.at(first);
    }
}
