/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import io.heapsight.fleet.DurationFormatter;
import io.heapsight.fleet.Fleet;
import io.heapsight.fleet.Pod;
import io.heapsight.fleet.PodFigure;
import io.heapsight.fleet.TimeGrid;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Queries the recorded histories of a fleet's pods. One request reads one figure of all pods; a
 * lower envelope needs one request for each window of minima.
 */
public final class PodHistoryQueries {
    private static final int MOST_STEPS = 1000;
    private static final Duration LEAST_STEP = Duration.ofMinutes(1);
    private static final int COLLECTIONS = 4;

    /**
     * Windows of minima. Each pod uses the smallest window that contains a few of its collections,
     * because the minimum of a longer window hides shorter peaks.
     */
    private static final List<Duration> FLOORS =
            List.of(Duration.ofMinutes(2), Duration.ofMinutes(10), Duration.ofHours(1));

    private final Fleet fleet;
    private final Progress progress;

    /**
     * Creates the queries.
     *
     * @param progress receives the name of the figure that is being queried
     */
    public PodHistoryQueries(Fleet fleet, Progress progress) {
        this.fleet = fleet;
        this.progress = progress;
    }

    /**
     * Returns the step for a window, in whole minutes: the window has at most {@value #MOST_STEPS}
     * steps.
     */
    public static Duration step(Duration window) {
        long minutes = Math.ceilDiv(window.toMinutes(), MOST_STEPS);
        return LEAST_STEP.multipliedBy(Math.max(1, minutes));
    }

    /** Returns the histories of all pods, each from its first step to its last. */
    public List<PodHistory> of(Collection<SizingFigure> figures) throws ProblemException {
        TimeGrid grid = fleet.grid();
        refuseTooMany((long) fleet.pods().size() * grid.size() * figures.size() * Double.BYTES);
        Map<Pod, Map<SizingFigure, double[]>> all = new TreeMap<>();
        fleet.pods().forEach(pod -> all.put(pod, new EnumMap<>(SizingFigure.class)));
        Map<Pod, Duration> floors =
                figures.stream().anyMatch(SizingFigure::isFloor) ? floors() : Map.of();
        int done = 0;
        for (SizingFigure figure : figures) {
            progress.at(figure.figure().words(), done, figures.size());
            done++;
            values(figure, floors)
                    .forEach(
                            (pod, each) ->
                                    all.computeIfAbsent(pod, _ -> new EnumMap<>(SizingFigure.class))
                                            .put(figure, each));
        }
        long[] times = new long[grid.size()];
        Arrays.setAll(times, i -> grid.at(i).toEpochMilli());
        List<PodHistory> pasts = new ArrayList<>();
        all.forEach((pod, each) -> pasts.add(PodHistory.of(pod, times, each)));
        return pasts;
    }

    private void refuseTooMany(long bytes) throws ProblemException {
        long most = Runtime.getRuntime().maxMemory() / 2;
        if (bytes > most) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "Too many pods",
                    "%d pods over %s take %s of memory; %s are available."
                            .formatted(
                                    fleet.pods().size(),
                                    DurationFormatter.of(fleet.grid().length()),
                                    new ByteSize(bytes),
                                    new ByteSize(most)),
                    "Select fewer pods, as with namespace=\"…\", or a shorter --window.");
        }
    }

    private Map<Pod, double[]> values(SizingFigure figure, Map<Pod, Duration> floors)
            throws ProblemException {
        if (figure == SizingFigure.RESTARTS) {
            return fleet.restarts();
        }
        if (!figure.isFloor()) {
            return range(figure, FLOORS.getFirst());
        }
        Map<Pod, double[]> values = new TreeMap<>();
        for (Duration floor : new TreeSet<>(floors.values())) {
            range(figure, floor)
                    .forEach(
                            (pod, each) -> {
                                if (floor.equals(floors.get(pod))) {
                                    values.put(pod, each);
                                }
                            });
        }
        return values;
    }

    private SortedMap<Pod, double[]> range(SizingFigure figure, Duration floor)
            throws ProblemException {
        Duration step = fleet.grid().step();
        return fleet.range(
                figure.figure(),
                query -> figure.promql(query, step, floor),
                figure.reach(step, floor));
    }

    /** Returns the window of minima of each pod; the longest if its collections are unknown. */
    private Map<Pod, Duration> floors() throws ProblemException {
        Map<Pod, double[]> counts = fleet.range(PodFigure.GC_PAUSES);
        Map<Pod, Duration> floors = new TreeMap<>();
        for (Pod pod : fleet.pods()) {
            double[] count = counts.get(pod);
            floors.put(pod, count == null ? FLOORS.getLast() : floor(count));
        }
        return floors;
    }

    /**
     * Returns the smallest window that contains a few collections, from their count at each step.
     */
    private Duration floor(double[] count) {
        double rise = 0;
        double before = Double.NaN;
        int known = 0;
        for (double next : count) {
            if (Double.isNaN(next)) {
                continue;
            }
            known++;
            if (next > before) {
                rise += next - before;
            }
            before = next;
        }
        double seen = (double) fleet.grid().length().toSeconds() * known / count.length;
        double collections = COLLECTIONS * seen / rise;
        return FLOORS.stream()
                .filter(each -> each.toSeconds() >= collections)
                .findFirst()
                .orElse(FLOORS.getLast());
    }
}
