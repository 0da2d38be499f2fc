/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static io.heapsight.unit.NanFigures.orZero;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The histories of a workload's pods, divided by rollout: those with the heap and limit of the
 * running pods, and those of earlier rollouts. Only the former suggest sizes, but sizes must hold
 * the peaks of both.
 *
 * @param present histories with the heap and limit of a running pod
 * @param earlier other histories, adjusted to the present heap and limit: without the part of the
 *     heap that would not exist
 * @param killedLimit the largest limit at which a pod was OOM-killed with at most the present heap;
 *     0 if it is unknown, NaN without an OOM kill
 * @param oomKills of all pods
 * @param restarts of all pods
 */
record PodHistoriesByRollout(
        List<PodHistory> present,
        List<PodHistory> earlier,
        double killedLimit,
        long oomKills,
        long restarts) {
    /** Factor for a limit at which a pod was OOM-killed, if no other setting prevents that. */
    private static final double AFTER_OOM_KILL = 1.2;

    /** Reserve of a request, as for a single pod. */
    private static final double REQUEST_RESERVE = 1.05;

    /** Some exporters omit a survivor space, which Parallel resizes. */
    static final double HEAP_TOLERANCE = 0.1;

    private static final double LIMIT_TOLERANCE = 0.02;

    /** Figures that contain the heap. */
    private static final List<SizingFigure> WITH_HEAP =
            List.of(
                    SizingFigure.ANON_BYTES,
                    SizingFigure.WORKING_SET_BYTES,
                    SizingFigure.RESIDENT_BYTES);

    /** Figures that contain a heap in shared memory. */
    private static final List<SizingFigure> WITH_SHARED_HEAP =
            List.of(
                    SizingFigure.SHARED_HEAP_BYTES,
                    SizingFigure.WORKING_SET_BYTES,
                    SizingFigure.MAPPED_FILE_BYTES);

    /** Heap and limit of a pod; NaN if unknown. */
    private record Size(double heap, double limit) {
        static Size of(PodHistory past) {
            return new Size(
                    past.last(SizingFigure.HEAP_MAX_BYTES),
                    past.last(SizingFigure.MEMORY_LIMIT_BYTES));
        }

        boolean isSame(Size other) {
            return hasHeapOf(other) && !isOther(limit, other.limit, LIMIT_TOLERANCE);
        }

        boolean hasHeapOf(Size other) {
            return !isOther(heap, other.heap, HEAP_TOLERANCE);
        }

        private static boolean isOther(double one, double other, double tolerance) {
            return Math.abs(one - other) > tolerance * Math.max(one, other);
        }
    }

    static PodHistoriesByRollout of(List<PodHistory> pasts) {
        List<Size> sizes = pasts.stream().filter(PodHistory::isRunning).map(Size::of).toList();
        Size now = new Size(most(sizes, Size::heap), most(sizes, Size::limit));
        List<PodHistory> present = new ArrayList<>();
        List<PodHistory> earlier = new ArrayList<>();
        double killed = -1;
        for (PodHistory past : pasts) {
            if (!past.isMeasured()) {
                continue; // its OOM kills and restarts count
            }
            Size last = Size.of(past);
            int end = past.epochMillis().length;
            boolean isPresent = past.isRunning() || sizes.stream().anyMatch(last::isSame);
            int from = isPresent ? first(past, end, last::hasHeapOf) : end;
            PodHistory before = past.part(0, from);
            PodHistory since = past.part(from, end);
            if (from < end || end == 0) {
                present.add(since);
            }
            if (from > 0) {
                earlier.add(resized(before, now));
            }
            killed = Math.max(killed, killed(past, now));
        }
        return new PodHistoriesByRollout(
                present,
                earlier,
                killed < 0 ? Double.NaN : killed,
                pasts.stream().mapToLong(PodHistory::oomKills).sum(),
                pasts.stream().mapToLong(PodHistory::restarts).sum());
    }

    private static double most(List<Size> sizes, ToDoubleFunction<Size> bytes) {
        return sizes.stream()
                .mapToDouble(bytes)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    /**
     * Returns the first step from which a pod's size passes a test in all steps before {@code end};
     * {@code end} if the step before it fails.
     */
    private static int first(PodHistory past, int end, Predicate<Size> isSame) {
        double[] heaps = past.values(SizingFigure.HEAP_MAX_BYTES);
        double[] limits = past.values(SizingFigure.MEMORY_LIMIT_BYTES);
        int first = end;
        while (first > 0 && isSame.test(new Size(heaps[first - 1], limits[first - 1]))) {
            first--;
        }
        return first;
    }

    /**
     * Returns the largest limit at which a pod was killed with at most the present heap; -1 without
     * a kill. A kill in the step of a size change counts for the size before.
     */
    private static double killed(PodHistory past, Size now) {
        int end = past.epochMillis().length;
        double most = -1;
        int to = past.oomKills() > 0 ? end : 0;
        while (to > 0) {
            Size size = Size.of(past.part(0, to));
            int from = first(past, to - 1, size::isSame);
            boolean counts = !(size.heap > (1 + HEAP_TOLERANCE) * now.heap);
            if (counts && past.part(from, Math.min(end, to + 1)).oomKills() > 0) {
                double limit = Double.isNaN(size.limit) ? now.limit : size.limit;
                most = Math.max(most, orZero(limit));
            }
            to = from;
        }
        return most;
    }

    /** Returns a history without the part of its heap that exceeds the present heap. */
    private static PodHistory resized(PodHistory past, Size now) {
        double[] touched = PodObservationBuilder.heapTouched(past);
        Map<SizingFigure, double[]> figures = new EnumMap<>(SizingFigure.class);
        past.figures().forEach((figure, values) -> figures.put(figure, values.clone()));
        double[] shared = PodObservationBuilder.shared(past);
        for (int i = 0; i < touched.length; i++) {
            double excess = touched[i] - now.heap;
            if (excess > 0) {
                for (SizingFigure figure : shared[i] > 0 ? WITH_SHARED_HEAP : WITH_HEAP) {
                    double[] values = figures.get(figure);
                    if (values != null) {
                        values[i] = Math.max(0, values[i] - excess);
                    }
                }
            }
        }
        for (SizingFigure figure :
                List.of(SizingFigure.HEAP_USED_BYTES, SizingFigure.HEAP_COMMITTED_BYTES)) {
            double[] values = figures.getOrDefault(figure, new double[0]);
            Arrays.setAll(values, i -> values[i] > now.heap ? now.heap : values[i]);
        }
        fill(figures, SizingFigure.HEAP_MAX_BYTES, now.heap);
        fill(figures, SizingFigure.MEMORY_LIMIT_BYTES, now.limit);
        return new PodHistory(past.pod(), false, past.epochMillis(), figures);
    }

    private static void fill(
            Map<SizingFigure, double[]> figures, SizingFigure figure, double value) {
        Arrays.fill(figures.getOrDefault(figure, new double[0]), value);
    }

    /** Returns all histories, adjusted to the present sizes. */
    List<PodHistory> all() {
        return Stream.concat(present.stream(), earlier.stream()).toList();
    }

    /** Returns the reason why nothing may be lowered; empty if lowering is allowed. */
    Optional<String> notLess() {
        if (oomKills > 0) {
            return Optional.of(
                    WorkloadSizing.plural(oomKills, "OOM kill")
                            + " in the window: nothing is lowered.");
        }
        return restarts > 0
                ? Optional.of(
                        WorkloadSizing.plural(restarts, "restart")
                                + " in the window: nothing is lowered until the cause is known.")
                : Optional.empty();
    }

    /** Returns the length of the longest history. */
    static Duration longest(List<PodHistory> pasts) {
        return pasts.stream()
                .map(PodHistory::seen)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /**
     * Returns the request that holds the usual working set of every pod, young ones included: the
     * kubelet evicts pods above their request first.
     */
    double leastRequest() {
        return REQUEST_RESERVE * workingSetBytes();
    }

    /** Returns the highest 95th percentile of a pod's working set; NaN if unknown. */
    double workingSetBytes() {
        return all().stream()
                .map(
                        past ->
                                Arrays.stream(past.values(SizingFigure.WORKING_SET_BYTES))
                                        .filter(bytes -> !Double.isNaN(bytes))
                                        .toArray())
                .filter(known -> known.length > 0)
                .mapToDouble(DailyPeaks::p95)
                .max()
                .orElse(Double.NaN);
    }

    List<PodHistory> running() {
        return present.stream().filter(PodHistory::isRunning).toList();
    }

    /** Returns the limit that an OOM kill suggests; NaN without one. */
    double limitAfterKill() {
        return AFTER_OOM_KILL * killedLimit;
    }

    /** Returns whether a pod was OOM-killed and the present limit is not yet large enough. */
    boolean needsMore() {
        double limit = CpuSize.latest(running(), SizingFigure.MEMORY_LIMIT_BYTES);
        return limitAfterKill() > limit || (Double.isNaN(limit) && killedLimit >= 0);
    }
}
