/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.fleet.CounterReset;
import io.heapsight.fleet.Pod;
import io.heapsight.memory.MemoryForecast;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The recorded history of one pod: its figures at each step of a window. Callers must not modify
 * the arrays.
 *
 * @param isRunning whether the pod existed at the end of the window
 * @param epochMillis time of each step, ascending
 * @param figures a value for each step, NaN if unknown; unknown figures are absent
 */
@SuppressWarnings("ArrayRecordComponent")
public record PodHistory(
        Pod pod, boolean isRunning, long[] epochMillis, Map<SizingFigure, double[]> figures) {
    /** Number of last steps without a sample after which a pod counts as gone. */
    private static final int GONE = 3;

    /** Number of steps in which a container in a crash loop restarts at least once. */
    private static final int CRASH_LOOP = 10;

    /** Error of a start time that is computed from an uptime. */
    private static final double START_TOLERANCE_SECONDS = 2;

    /** Settings that are unset if they are 0. */
    private static final Set<SizingFigure> UNSET_IF_ZERO =
            EnumSet.of(
                    SizingFigure.MEMORY_LIMIT_BYTES,
                    SizingFigure.MEMORY_REQUEST_BYTES,
                    SizingFigure.CPU_LIMIT_CORES,
                    SizingFigure.CPU_REQUEST_CORES);

    public PodHistory {
        Map<SizingFigure, double[]> known = new EnumMap<>(SizingFigure.class);
        known.putAll(figures);
        UNSET_IF_ZERO.forEach(each -> known.computeIfPresent(each, (_, all) -> positive(all)));
        figures = known;
    }

    private static double[] positive(double[] values) {
        return Arrays.stream(values).map(value -> value > 0 ? value : Double.NaN).toArray();
    }

    /**
     * Returns the history from a pod's first step in a window to its last. A container in a crash
     * loop may end before each sample of its memory. So steps with restarts count as well, as does
     * the OOM kill that ends it for good.
     */
    static PodHistory of(Pod pod, long[] epochMillis, Map<SizingFigure, double[]> figures) {
        PodHistory whole = new PodHistory(pod, false, epochMillis, inWindow(figures));
        if (!whole.isMeasured()) {
            return whole;
        }
        int first = whole.first();
        int seen = Math.max(first, whole.last());
        int last = Math.max(seen, whole.lastOfCrashLoop());
        PodHistory part =
                whole.part(whole.firstOfCrashLoop(first), Math.max(last, whole.kill(seen)) + 1);
        return new PodHistory(
                pod,
                whole.isSeen(seen) && last >= epochMillis.length - GONE,
                part.epochMillis,
                part.figures);
    }

    /** Returns the figures, except an OOM kill before the window. */
    private static Map<SizingFigure, double[]> inWindow(Map<SizingFigure, double[]> figures) {
        Map<SizingFigure, double[]> known = new EnumMap<>(SizingFigure.class);
        known.putAll(figures);
        double[] killed = known.get(SizingFigure.ENDED_BY_OOM_KILL);
        if (killed != null && killed[0] > 0) {
            known.remove(SizingFigure.ENDED_BY_OOM_KILL);
        }
        return known;
    }

    /** Returns the history from one step to another; excludes the latter. */
    PodHistory part(int from, int to) {
        Map<SizingFigure, double[]> part = new EnumMap<>(SizingFigure.class);
        figures.forEach((figure, values) -> part.put(figure, Arrays.copyOfRange(values, from, to)));
        return new PodHistory(
                pod,
                isRunning && to == epochMillis.length,
                Arrays.copyOfRange(epochMillis, from, to),
                part);
    }

    /** Returns the values of a figure; all NaN if it is unknown. */
    public double[] values(SizingFigure figure) {
        double[] values = figures.get(figure);
        if (values != null) {
            return values.clone();
        }
        double[] none = new double[epochMillis.length];
        Arrays.fill(none, Double.NaN);
        return none;
    }

    /** Returns the maximum; NaN if unknown. */
    public double max(SizingFigure figure) {
        return known(figure).max().orElse(Double.NaN);
    }

    /** Returns the last known value; NaN if unknown. */
    public double last(SizingFigure figure) {
        return known(figure).reduce((_, next) -> next).orElse(Double.NaN);
    }

    private DoubleStream known(SizingFigure figure) {
        double[] values = figures.get(figure);
        return values == null
                ? DoubleStream.empty()
                : Arrays.stream(values).filter(value -> !Double.isNaN(value));
    }

    /**
     * Returns the rise of a counter in each step, across restarts; NaN if unknown. A fall without a
     * reset counts as 0.
     */
    public double[] rises(SizingFigure counter) {
        double[] values = values(counter);
        double[] rises = new double[values.length];
        double before = Double.NaN;
        for (int i = 0; i < values.length; i++) {
            double rise = values[i] - before;
            if (rise < 0) {
                rise = CounterReset.isBetween(before, values[i]) ? values[i] : 0;
            }
            rises[i] = rise;
            before = Double.isNaN(values[i]) ? before : values[i];
        }
        return rises;
    }

    /** Returns the whole rise of a counter in the window; NaN if unknown. */
    public double rise(SizingFigure counter) {
        double[] known =
                Arrays.stream(rises(counter)).filter(value -> !Double.isNaN(value)).toArray();
        return known.length == 0 ? Double.NaN : Arrays.stream(known).sum();
    }

    /** Returns the number of known OOM kills in the window. */
    public long oomKills() {
        double counted = rise(SizingFigure.OOM_KILLS);
        boolean ended = max(SizingFigure.ENDED_BY_OOM_KILL) > 0;
        double flagged = (ended || restartedByOomKill()) ? 1 : 0;
        return Math.round(Math.max(orZero(counted), flagged));
    }

    /**
     * Returns whether an OOM kill caused a restart in the window. Before the first restart, the
     * reported reason belongs to an older termination. In the step of that restart, it may.
     */
    private boolean restartedByOomKill() {
        double[] rises = rises(SizingFigure.RESTARTS);
        double[] killed = values(SizingFigure.OOM_KILLED);
        int restart = -1;
        for (int i = 0; i < rises.length; i++) {
            boolean wasKilled = i > 0 && killed[i - 1] > 0;
            if (rises[i] > 0 && restart < 0) {
                restart = i;
            }
            if (restart >= 0 && killed[i] > 0 && (i > restart || !wasKilled)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the number of known restarts in the window; without kube-state-metrics, the number of
     * later process starts.
     */
    public long restarts() {
        double restarts = rise(SizingFigure.RESTARTS);
        return Double.isNaN(restarts) ? laterStarts() : Math.round(restarts);
    }

    private long laterStarts() {
        double[] starts = known(SizingFigure.START_SECONDS).toArray();
        return IntStream.range(1, starts.length)
                .filter(i -> starts[i] - starts[i - 1] > START_TOLERANCE_SECONDS)
                .count();
    }

    /** Returns whether the memory of its JVM is known, not only its restarts. */
    boolean isMeasured() {
        return first() < epochMillis.length;
    }

    /** Returns whether its container existed at the last steps, running or not. */
    public boolean isThere() {
        return IntStream.range(Math.max(0, epochMillis.length - GONE), epochMillis.length)
                .anyMatch(step -> isKnown(SizingFigure.RESTARTS, step));
    }

    /** Returns the index of the first step with a memory figure; the number of steps if none. */
    private int first() {
        int first = 0;
        while (first < epochMillis.length && !isSeen(first)) {
            first++;
        }
        return first;
    }

    private int last() {
        int last = epochMillis.length - 1;
        while (last > 0 && !isSeen(last)) {
            last--;
        }
        return last;
    }

    /**
     * Returns the last step at which a crash loop may continue after the last restart; -1 without a
     * restart. Steps with an unknown number of restarts do not count. The number alone does not
     * show the end, because it stays known for a completed Job.
     */
    private int lastOfCrashLoop() {
        double[] rises = rises(SizingFigure.RESTARTS);
        int restart = rises.length - 1;
        while (restart >= 0 && !(rises[restart] > 0)) {
            restart--;
        }
        int last = restart < 0 ? -1 : Math.min(restart + CRASH_LOOP, rises.length - 1);
        while (last >= 0 && !isKnown(SizingFigure.RESTARTS, last)) {
            last--;
        }
        return last;
    }

    /**
     * Returns the last step with a known number of restarts before the first restart. Returns the
     * given step if the first restart is later.
     */
    private int firstOfCrashLoop(int step) {
        double[] rises = rises(SizingFigure.RESTARTS);
        int before = step;
        for (int i = 0; i <= step; i++) {
            if (rises[i] > 0) {
                return before;
            }
            before = isKnown(SizingFigure.RESTARTS, i) ? i : before;
        }
        return step;
    }

    /**
     * Returns the first step, from a given one on, in which an OOM kill ended the pod for good; -1
     * if none.
     */
    private int kill(int since) {
        double[] killed = values(SizingFigure.ENDED_BY_OOM_KILL);
        return IntStream.range(since, killed.length)
                .filter(step -> killed[step] > 0)
                .findFirst()
                .orElse(-1);
    }

    private boolean isSeen(int step) {
        return isKnown(SizingFigure.HEAP_USED_BYTES, step)
                || isKnown(SizingFigure.WORKING_SET_BYTES, step);
    }

    private boolean isKnown(SizingFigure figure, int step) {
        double[] values = figures.get(figure);
        return values != null && !Double.isNaN(values[step]);
    }

    /**
     * Returns the last known memory that the kernel can't reclaim, or that the program would need
     * again at once. It is anonymous memory, mapped files and kernel memory, at most the working
     * set; NaN if unknown.
     */
    public double lastHeld() {
        double[] held = PodObservationBuilder.held(this);
        double[] shared = PodObservationBuilder.shared(this);
        double[] mapped = values(SizingFigure.MAPPED_FILE_BYTES);
        double[] kernel = values(SizingFigure.KERNEL_BYTES);
        double[] workingSet = values(SizingFigure.WORKING_SET_BYTES);
        double last = Double.NaN;
        for (int i = 0; i < held.length; i++) {
            double all = held[i] + Math.max(0, orZero(mapped[i]) - shared[i]) + orZero(kernel[i]);
            last = Double.isNaN(all) ? last : (all > workingSet[i] ? workingSet[i] : all);
        }
        return last;
    }

    /** Returns the forecast of its memory, as in {@code GET /memory}. */
    public MemoryForecast forecast() {
        return new PodObservationBuilder(this).forecast();
    }

    /** Returns whether its live set or its memory outside the heap keeps growing. */
    boolean grows() {
        return forecast().grows();
    }

    /**
     * Returns whether its live set or its memory outside the heap keeps growing, even if more and
     * more slowly.
     */
    boolean mayGrow() {
        return new PodObservationBuilder(this).mayGrow();
    }

    /** Returns the time from its first step to its last. */
    public Duration seen() {
        int first = first();
        return first >= last()
                ? Duration.ZERO
                : Duration.ofMillis(epochMillis[last()] - epochMillis[first]);
    }
}
