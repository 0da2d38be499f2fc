/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.top;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.fleet.Fleet;
import io.heapsight.fleet.Pod;
import io.heapsight.fleet.size.CrashedPods;
import io.heapsight.fleet.size.PodHistory;
import io.heapsight.fleet.size.PodHistoryQueries;
import io.heapsight.fleet.size.SizingFigure;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * The running pods of a fleet, and the pods that crash before a scrape finds their JVM. Sorted by
 * the severity of their symptoms, worst first.
 *
 * @param window the queried period
 * @param notes on the data, such as figures that the exporters lack
 */
public record FleetTop(Duration window, List<PodHealth> pods, List<String> notes) {
    private static final List<SizingFigure> FIGURES =
            List.of(
                    SizingFigure.START_SECONDS,
                    SizingFigure.HEAP_USED_BYTES,
                    SizingFigure.HEAP_FLOOR_BYTES,
                    SizingFigure.HEAP_AFTER_GC_BYTES,
                    SizingFigure.HEAP_COMMITTED_BYTES,
                    SizingFigure.HEAP_MAX_BYTES,
                    SizingFigure.SHARED_HEAP_BYTES,
                    SizingFigure.FULL_GCS,
                    SizingFigure.CONCURRENT_CYCLES,
                    SizingFigure.METASPACE_COMMITTED_BYTES,
                    SizingFigure.ANON_BYTES,
                    SizingFigure.KERNEL_BYTES,
                    SizingFigure.MAPPED_FILE_BYTES,
                    SizingFigure.WORKING_SET_BYTES,
                    SizingFigure.RESIDENT_BYTES,
                    SizingFigure.MEMORY_LIMIT_BYTES,
                    SizingFigure.GC_PAUSE_SECONDS,
                    SizingFigure.GC_CPU_SECONDS,
                    SizingFigure.GC_LONGEST_PAUSE_SECONDS,
                    SizingFigure.CPU_SECONDS,
                    SizingFigure.CPU_PERIODS,
                    SizingFigure.THROTTLED_PERIODS,
                    SizingFigure.OOM_KILLED,
                    SizingFigure.ENDED_BY_OOM_KILL,
                    SizingFigure.OOM_KILLS,
                    SizingFigure.RESTARTS);

    /** Number of last steps whose collections count. */
    private static final int RECENT = 10;

    /** Number of collections of the old generation that show the live set. */
    private static final int SHOWN = 3;

    /** Share of the heap that garbage in the old generation of G1 does not exceed. */
    private static final double BEYOND_GARBAGE = 0.6;

    public FleetTop {
        pods =
                pods.stream()
                        .sorted(
                                Comparator.comparingDouble(PodHealth::severity)
                                        .reversed()
                                        .thenComparing(PodHealth::pod))
                        .toList();
        notes = List.copyOf(notes);
    }

    /** Returns a copy with more notes. */
    public FleetTop noting(List<String> more) {
        List<String> all = new ArrayList<>(notes);
        all.addAll(more);
        return new FleetTop(window, pods, all);
    }

    /** Ranks the running pods of a fleet. */
    public static FleetTop of(Fleet fleet, Progress progress) throws ProblemException {
        List<PodHistory> pasts =
                new ArrayList<>(
                        new PodHistoryQueries(fleet, progress)
                                .of(FIGURES).stream().filter(PodHistory::isRunning).toList());
        int gone = fleet.pods().size() - pasts.size();
        CrashedPods.of(fleet, fleet.owners(), progress).pasts().stream()
                .filter(PodHistory::isThere)
                .forEach(pasts::add);
        SortedMap<Pod, Double> pauses = fleet.longestPauses();
        boolean inClusters =
                pasts.stream().map(past -> past.pod().cluster()).distinct().count() > 1;
        List<PodHealth> pods =
                pasts.stream()
                        .map(
                                past ->
                                        health(
                                                inClusters
                                                        ? past.pod().inCluster()
                                                        : past.pod().toString(),
                                                past,
                                                pauses.getOrDefault(past.pod(), Double.NaN)))
                        .toList();
        List<String> notes = new ArrayList<>(fleet.notes());
        List<String> missing = missing(pods);
        if (!pods.isEmpty() && !missing.isEmpty()) {
            notes.add(
                    "%s, cAdvisor and kube-state-metrics have no figures in this Prometheus for: %s."
                            .formatted(fleet.dialect().title(), String.join(", ", missing)));
        }
        if (gone > 0) {
            notes.add(
                    "%d of %d pods have no samples in the last minutes; they are omitted."
                            .formatted(gone, fleet.pods().size()));
        }
        return new FleetTop(fleet.grid().length(), pods, notes);
    }

    /** Returns the figures that no pod has. */
    private static List<String> missing(List<PodHealth> pods) {
        Map<String, Function<PodHealth, Double>> figures =
                Map.of(
                        "share of the memory limit", PodHealth::limitRatio,
                        "time in collections", PodHealth::gcRatio,
                        "CPU of GC", PodHealth::gcCpuRatio,
                        "longest pause", PodHealth::longestPauseSeconds,
                        "throttling", PodHealth::throttledRatio,
                        "OOM kills", PodHealth::oomKills,
                        "restarts", PodHealth::restarts);
        return figures.entrySet().stream()
                .filter(each -> pods.stream().allMatch(pod -> each.getValue().apply(pod).isNaN()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /**
     * Returns the symptoms of a pod.
     *
     * @param name of the pod
     * @param leastPause a lower bound of its longest pause, if that is unknown
     */
    static PodHealth health(String name, PodHistory past, double leastPause) {
        double pause = past.max(SizingFigure.GC_LONGEST_PAUSE_SECONDS);
        double cpu = past.rise(SizingFigure.CPU_SECONDS);
        double limit = past.last(SizingFigure.MEMORY_LIMIT_BYTES);
        boolean kills =
                past.figures().containsKey(SizingFigure.OOM_KILLED)
                        || past.figures().containsKey(SizingFigure.OOM_KILLS);
        return new PodHealth(
                name,
                used(past) / limit,
                past.lastHeld() / limit,
                PodHealth.Leak.of(past.forecast())
                        .filter(leak -> !leak.what().equals("live set") || showsLiveSet(past)),
                recentGc(past),
                past.rise(SizingFigure.GC_CPU_SECONDS) / cpu,
                Double.isNaN(pause) ? leastPause : pause,
                past.rise(SizingFigure.THROTTLED_PERIODS) / past.rise(SizingFigure.CPU_PERIODS),
                kills || past.figures().containsKey(SizingFigure.RESTARTS)
                        ? past.oomKills()
                        : Double.NaN,
                past.rise(SizingFigure.RESTARTS));
    }

    private static double used(PodHistory past) {
        double workingSet = past.last(SizingFigure.WORKING_SET_BYTES);
        return Double.isNaN(workingSet) ? past.last(SizingFigure.RESIDENT_BYTES) : workingSet;
    }

    /**
     * Returns whether growth of the heap after collections is live memory. It is if several
     * collections of the old generation ran, or if the heap exceeds the garbage that may accumulate
     * before one runs.
     */
    private static boolean showsLiveSet(PodHistory past) {
        double full = past.rise(SizingFigure.FULL_GCS);
        double cycles = past.rise(SizingFigure.CONCURRENT_CYCLES);
        double old = orZero(full) + orZero(cycles);
        return old >= SHOWN
                || past.last(SizingFigure.HEAP_FLOOR_BYTES)
                        > BEYOND_GARBAGE * past.last(SizingFigure.HEAP_MAX_BYTES);
    }

    private static double recentGc(PodHistory past) {
        double[] rises = past.rises(SizingFigure.GC_PAUSE_SECONDS);
        long[] times = past.epochMillis();
        int from = Math.max(1, times.length - RECENT);
        if (from >= times.length) {
            return Double.NaN;
        }
        double[] known =
                Arrays.stream(rises, from, rises.length).filter(n -> !Double.isNaN(n)).toArray();
        double seconds = (times[times.length - 1] - times[from - 1]) / 1000.0;
        return known.length == 0 ? Double.NaN : Arrays.stream(known).sum() / seconds;
    }
}
