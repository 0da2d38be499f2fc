/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.Fleet;
import io.heapsight.fleet.Pod;
import io.heapsight.fleet.PodFigure;
import io.heapsight.fleet.TimeGrid;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Figures of all pods of an arm at each time of a grid. Each takes 8 bytes, so 1,000 pods with 25
 * figures at 480 times take 92 MiB.
 */
final class PodTable {
    private static final List<PodFigure> FIGURES =
            List.of(
                    PodFigure.HEAP_USED_BYTES,
                    PodFigure.START_SECONDS,
                    PodFigure.RESTARTS,
                    PodFigure.CPU_SECONDS,
                    PodFigure.HEAP_AFTER_GC_BYTES,
                    PodFigure.ALLOCATED_BYTES,
                    PodFigure.GC_PAUSE_SECONDS,
                    PodFigure.GC_PAUSES,
                    PodFigure.FULL_GCS,
                    PodFigure.FULL_GC_SECONDS,
                    PodFigure.CONCURRENT_CYCLES,
                    PodFigure.CONCURRENT_SECONDS,
                    PodFigure.GC_LONGEST_PAUSE_SECONDS,
                    PodFigure.GC_CPU_SECONDS,
                    PodFigure.METASPACE_USED_BYTES,
                    PodFigure.METASPACE_COMMITTED_BYTES,
                    PodFigure.CLASS_SPACE_USED_BYTES,
                    PodFigure.CLASSES_LOADED,
                    PodFigure.THREADS,
                    PodFigure.RESIDENT_BYTES,
                    PodFigure.WORKING_SET_BYTES,
                    PodFigure.IO_WRITE_BYTES,
                    PodFigure.CPU_PERIODS,
                    PodFigure.THROTTLED_PERIODS,
                    PodFigure.THROTTLED_SECONDS);

    /** Figures that hardly ever change, and the number of times at which they are read. */
    private static final List<PodFigure> LIMITS =
            List.of(
                    PodFigure.HEAP_MAX_BYTES,
                    PodFigure.MEMORY_LIMIT_BYTES,
                    PodFigure.CPU_LIMIT_CORES);

    private static final int LIMIT_TIMES = 9;

    /** The number of requests for an arm, for its progress. */
    static final int REQUESTS = FIGURES.size() + LIMITS.size();

    private final SortedSet<Pod> pods;
    private final TimeGrid grid;
    private final Map<PodFigure, SortedMap<Pod, double[]>> values = new EnumMap<>(PodFigure.class);

    private PodTable(SortedSet<Pod> pods, TimeGrid grid) {
        this.pods = pods;
        this.grid = grid;
    }

    /**
     * Reads all figures.
     *
     * @param done requests before this arm
     * @param total requests of both arms
     */
    static PodTable of(Fleet fleet, Progress progress, int done, int total)
            throws ProblemException {
        PodTable table = new PodTable(fleet.pods(), fleet.grid());
        int next = done;
        for (PodFigure figure : FIGURES) {
            progress.at("reading " + figure.words(), next, total);
            next++;
            table.values.put(figure, fleet.range(figure));
        }
        for (PodFigure figure : LIMITS) {
            progress.at("reading " + figure.words(), next, total);
            next++;
            table.values.put(figure, fleet.some(figure, LIMIT_TIMES));
        }
        return table;
    }

    /** Returns the memory that the figures of some pods take at most. */
    static long bytes(int pods, TimeGrid grid) {
        return (long) Double.BYTES * pods * grid.size() * FIGURES.size();
    }

    SortedSet<Pod> pods() {
        return pods;
    }

    TimeGrid grid() {
        return grid;
    }

    /** Returns a figure at each time of the grid; all NaN if the pod does not have it. */
    double[] values(PodFigure figure, Pod pod) {
        SortedMap<Pod, double[]> all = values.get(figure);
        double[] found = all == null ? null : all.get(pod);
        if (found != null) {
            return found;
        }
        double[] none = new double[grid.size()];
        Arrays.fill(none, Double.NaN);
        return none;
    }

    /** Returns the last known value; NaN without one. */
    double last(PodFigure figure, Pod pod) {
        double last = Double.NaN;
        for (double each : values(figure, pod)) {
            last = Double.isNaN(each) ? last : each;
        }
        return last;
    }

    /** Returns the figures that at least one pod has. */
    Set<PodFigure> known() {
        Set<PodFigure> known = EnumSet.noneOf(PodFigure.class);
        values.forEach(
                (figure, all) -> {
                    if (!all.isEmpty()) {
                        known.add(figure);
                    }
                });
        return known;
    }

    /** Returns the figures that were read. */
    static List<PodFigure> figures() {
        return FIGURES;
    }
}
