/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import io.heapsight.fleet.Fleet;
import io.heapsight.fleet.Pod;
import io.heapsight.fleet.UnscrapedPods;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Pods of a fleet's workloads that restarted or were OOM-killed before a scrape found their JVM.
 *
 * @param pasts histories with restarts and OOM kills only
 * @param owners labels of each pod's owner
 */
public record CrashedPods(List<PodHistory> pasts, Map<Pod, Map<String, String>> owners) {
    private static final List<SizingFigure> FIGURES =
            List.of(SizingFigure.RESTARTS, SizingFigure.OOM_KILLED, SizingFigure.ENDED_BY_OOM_KILL);

    /**
     * Finds the crashed pods of a fleet.
     *
     * @param owners of the fleet's pods
     */
    public static CrashedPods of(
            Fleet fleet, Map<Pod, Map<String, String>> owners, Progress progress)
            throws ProblemException {
        Optional<UnscrapedPods> found = UnscrapedPods.of(fleet, owners, true);
        if (found.isEmpty()) {
            return new CrashedPods(List.of(), Map.of());
        }
        List<PodHistory> crashed =
                new PodHistoryQueries(found.get().pods(), progress)
                        .of(FIGURES).stream()
                                .filter(past -> past.restarts() > 0 || past.oomKills() > 0)
                                .toList();
        return new CrashedPods(crashed, found.get().owners());
    }

    /** Returns the workload of a crashed pod. */
    WorkloadId workload(PodHistory past) {
        return WorkloadId.of(past.pod(), owners.getOrDefault(past.pod(), Map.of()));
    }
}
