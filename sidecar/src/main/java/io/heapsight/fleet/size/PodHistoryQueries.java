/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import io.heapsight.fleet.DurationText;
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

/** Queries the recorded past of a fleet's pods: one request for each figure of all pods. */
public final class PodHistoryQueries {
    private static final int MOST_STEPS = 1000;
    private static final Duration LEAST_STEP = Duration.ofMinutes(1);
    private static final int COLLECTIONS = 4;
    private static final Duration LEAST_FLOOR = Duration.ofMinutes(2);
    private static final Duration MOST_FLOOR = Duration.ofHours(1);

    private final Fleet fleet;
    private final Progress progress;

    /**
     * Creates the queries.
     *
     * @param progress receives the figure that is queried
     */
    public PodHistoryQueries(Fleet fleet, Progress progress) {
        this.fleet = fleet;
        this.progress = progress;
    }

    /** Returns the step for a window: whole minutes, at most {@value #MOST_STEPS} of them. */
    public static Duration step(Duration window) {
        long minutes = Math.ceilDiv(window.toMinutes(), MOST_STEPS);
        return LEAST_STEP.multipliedBy(Math.max(1, minutes));
    }

    /** Returns the pasts of all pods, each from its first step to its last. */
    public List<PodHistory> of(Collection<SizingFigure> figures) throws ProblemException {
        TimeGrid grid = fleet.grid();
        refuseTooMany((long) fleet.pods().size() * grid.size() * figures.size() * Double.BYTES);
        Map<Pod, Map<SizingFigure, double[]>> all = new TreeMap<>();
        fleet.pods().forEach(pod -> all.put(pod, new EnumMap<>(SizingFigure.class)));
        Duration collections = collections();
        int done = 0;
        for (SizingFigure figure : figures) {
            progress.at(figure.figure().words(), done, figures.size());
            done++;
            SortedMap<Pod, double[]> values =
                    fleet.range(
                            figure.figure(),
                            query -> figure.promql(query, grid.step(), collections));
            values.forEach(
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
                                    DurationText.of(fleet.grid().length()),
                                    new ByteSize(bytes),
                                    new ByteSize(most)),
                    "Select fewer pods, as with namespace=\"…\", or a shorter --window.");
        }
    }

    /** Returns the time of a few collections of the pod with the fewest. */
    private Duration collections() throws ProblemException {
        double window = fleet.grid().end().getEpochSecond() - fleet.grid().from().getEpochSecond();
        double most = 0;
        for (Map.Entry<Pod, double[]> each : fleet.range(PodFigure.GC_PAUSES).entrySet()) {
            double[] counts =
                    Arrays.stream(each.getValue()).filter(n -> !Double.isNaN(n)).toArray();
            double seen = window * counts.length / Math.max(1, each.getValue().length);
            double rise = counts.length == 0 ? 0 : counts[counts.length - 1] - counts[0];
            most = Math.max(most, rise > 0 ? seen / rise : 0);
        }
        Duration collections = Duration.ofSeconds((long) Math.ceil(COLLECTIONS * most));
        if (collections.compareTo(LEAST_FLOOR) < 0) {
            return LEAST_FLOOR;
        }
        return collections.compareTo(MOST_FLOOR) > 0 ? MOST_FLOOR : collections;
    }
}
