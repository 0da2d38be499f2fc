/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import static io.heapsight.unit.NanFigures.known;

import io.heapsight.fleet.CounterReset;
import io.heapsight.fleet.Pod;
import io.heapsight.fleet.PodFigure;
import io.heapsight.fleet.TimeGrid;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The part of a window in which a pod ran and had started up, as indexes of the grid.
 *
 * @param seen first time with a value
 * @param first after its start-up
 * @param last time with a value
 * @param started start of the process in seconds since the Unix epoch; empty if unknown
 * @param restarted index of the first time after its restart; empty without a restart
 */
record PodLifetime(
        Pod pod, int seen, int first, int last, OptionalDouble started, OptionalInt restarted) {
    /** Skipped start-up, and its maximum share of the window. */
    private static final Duration START_UP = Duration.ofMinutes(5);

    private static final double MOST_OF_WINDOW = 0.2;

    /** Error of a start time that is computed from an uptime. */
    private static final double START_TOLERANCE_SECONDS = 2;

    /** Gap at the start of the window after which a pod counts as a new one. */
    private static final int LEAST_GAP = 3;

    static PodLifetime of(PodTable table, Pod pod) {
        TimeGrid grid = table.grid();
        double[] marker = table.values(PodFigure.HEAP_USED_BYTES, pod);
        double[] starts = table.values(PodFigure.START_SECONDS, pod);
        int first = 0;
        while (first < marker.length - 1 && Double.isNaN(marker[first])) {
            first++;
        }
        int last = marker.length - 1;
        while (last > first && Double.isNaN(marker[last])) {
            last--;
        }
        double started = firstKnown(starts);
        Duration startUp = startUp(grid);
        Instant ready =
                !Double.isNaN(started)
                        ? Instant.ofEpochMilli((long) (started * 1e3)).plus(startUp)
                        : first >= LEAST_GAP ? grid.at(first).plus(startUp) : grid.at(first);
        int warm = first;
        while (warm < last && grid.at(warm).isBefore(ready)) {
            warm++;
        }
        PodLifetime life =
                new PodLifetime(pod, first, warm, last, known(started), OptionalInt.empty());
        return new PodLifetime(
                pod, first, warm, last, life.started, life.restartSince(table, first));
    }

    /** Returns the length of the start-up: five minutes, less in short windows. */
    static Duration startUp(TimeGrid grid) {
        Duration most = Duration.ofMillis((long) (MOST_OF_WINDOW * grid.length().toMillis()));
        return START_UP.compareTo(most) < 0 ? START_UP : most;
    }

    private static double firstKnown(double[] values) {
        for (double each : values) {
            if (!Double.isNaN(each)) {
                return each;
            }
        }
        return Double.NaN;
    }

    /**
     * Finds a restart after the start-up, and not before a time. Kubernetes also counts restarts of
     * a container that fails before each scrape, after the last sample of the heap. During the
     * start-up, the first restart is usual, because a dependency of the program may not be ready.
     *
     * @return the index after the restart
     */
    OptionalInt restartSince(PodTable table, int time) {
        double[] starts = table.values(PodFigure.START_SECONDS, pod);
        double[] restarts = table.values(PodFigure.RESTARTS, pod);
        double[] cpu = table.values(PodFigure.CPU_SECONDS, pod);
        boolean known = !Double.isNaN(firstKnown(starts)) || !Double.isNaN(firstKnown(restarts));
        int from = Math.max(first, time);
        return changed(starts, from, last, START_TOLERANCE_SECONDS)
                .or(() -> changed(restarts, from, last, 0))
                .or(() -> rose(restarts, Math.max(seen, time), first, 2))
                .or(() -> rose(restarts, Math.max(last, time), restarts.length - 1, 1))
                .or(() -> known ? Optional.empty() : fell(cpu, from, last))
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
    }

    /** Returns the first index with another value than before, beyond a tolerance. */
    private static Optional<Integer> changed(
            double[] values, int first, int last, double tolerance) {
        double before = Double.NaN;
        for (int i = first; i <= last; i++) {
            if (Math.abs(values[i] - before) > tolerance) {
                return Optional.of(i);
            }
            before = Double.isNaN(values[i]) ? before : values[i];
        }
        return Optional.empty();
    }

    /**
     * Returns the first index at which the counter is at least {@code more} above its minimum so
     * far. A new pod with that name starts at 0.
     */
    static Optional<Integer> rose(double[] counter, int first, int last, int more) {
        double least = Double.NaN;
        for (int i = first; i <= last; i++) {
            if (counter[i] - least >= more) {
                return Optional.of(i);
            }
            least = Double.isNaN(least) || counter[i] < least ? counter[i] : least;
        }
        return Optional.empty();
    }

    private static Optional<Integer> fell(double[] counter, int first, int last) {
        double before = Double.NaN;
        for (int i = first; i <= last; i++) {
            if (CounterReset.isBetween(before, counter[i])) {
                return Optional.of(i);
            }
            before = Double.isNaN(counter[i]) ? before : counter[i];
        }
        return Optional.empty();
    }
}
