/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.EffectiveMemoryLimit;
import io.heapsight.jstat.SampleField;
import io.heapsight.run.Run;
import io.heapsight.stats.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Estimates how many concurrent jobs fit, from runs with job marks. The heap limits the number by
 * its live objects, the container by its memory limit; the smaller number counts.
 *
 * <p>The heap is full when the live set after collections reaches {@code -Xmx}. The container is
 * full when the memory outside the heap, plus a heap of {@code -Xmx}, reaches the limit. If heap
 * and limit don't fit together, the estimate assumes a heap that grows as observed. Uncollected
 * garbage does not count.
 */
final class ConcurrentJobsAdvisor implements Advisor {
    private static final int LEAST_LEVELS = 3;
    private static final int MANY_LEVELS = 5;

    /**
     * A heap is full between 92 and 100 % of its size, since a collector needs room to move
     * objects.
     */
    private static final double FULL = 0.96;

    private static final double FULL_ERROR = 0.04;

    /** The number of jobs with which the heap or the container is full. */
    private record End(ConcurrentJobsMemoryFit line, Estimate jobs) {}

    @Override
    public Advice advise(TargetObservation seen) {
        List<MemoryByConcurrentJobs> levels =
                seen.runs().stream()
                        .flatMap(run -> MemoryByConcurrentJobs.rising(run).stream())
                        .toList();
        long different =
                levels.stream().mapToDouble(MemoryByConcurrentJobs::jobs).distinct().count();
        if (different < LEAST_LEVELS) {
            return Advice.wait(
                    Subject.JOBS,
                    "A run needs marks at %d more levels of concurrent jobs, from few to many: POST /runs/NAME/marks?jobs=1, ?jobs=2, … as they start."
                            .formatted(LEAST_LEVELS - different));
        }
        EffectiveMemoryLimit effective = limit(seen);
        double limit = effective.bytes();
        double heapMax = heapMax(seen);
        if (Double.isNaN(limit) && Double.isNaN(heapMax)) {
            return Advice.unknown(Subject.JOBS, "The container has no memory limit.");
        }
        List<MemoryByConcurrentJobs> collected =
                levels.stream().filter(level -> !Double.isNaN(level.liveBytes())).toList();
        if (!Double.isNaN(heapMax) && collected.size() < LEAST_LEVELS) {
            return Advice.wait(
                    Subject.JOBS,
                    "A collection of the old generation has run at %d of %d levels of concurrent jobs: wait until one has run at each level, or run one (GET /histogram?live=true)."
                            .formatted(collected.size(), levels.size()));
        }
        Optional<End> heap =
                Double.isNaN(heapMax)
                        ? Optional.empty()
                        : end(
                                collected,
                                MemoryByConcurrentJobs::liveBytes,
                                FULL * heapMax,
                                FULL_ERROR * heapMax);
        Optional<End> container =
                Double.isNaN(limit) ? Optional.empty() : container(levels, limit, heapMax);
        if (heap.isEmpty() && container.isEmpty()) {
            return Advice.unknown(
                    Subject.JOBS,
                    "Memory does not rise with the number of jobs by more than its scatter, over %d levels."
                            .formatted(levels.size()));
        }
        return advice(levels, heap, heapMax, container, effective);
    }

    private static Optional<End> end(
            List<MemoryByConcurrentJobs> levels,
            ToDoubleFunction<MemoryByConcurrentJobs> bytes,
            double at,
            double error) {
        return ConcurrentJobsMemoryFit.through(
                        levels.stream().mapToDouble(MemoryByConcurrentJobs::jobs).toArray(),
                        levels.stream().mapToDouble(bytes).toArray())
                .flatMap(line -> line.reaches(at, error).map(jobs -> new End(line, jobs)));
    }

    /**
     * Estimates the number of jobs with which the container is full. The heap is full if heap and
     * limit fit together, else it grows as observed.
     */
    private static Optional<End> container(
            List<MemoryByConcurrentJobs> levels, double limit, double heapMax) {
        Optional<End> growing =
                end(levels, level -> level.outsideBytes() + level.heapBytes(), limit, 0);
        return growing.filter(end -> Double.isNaN(heapMax) || heapAt(levels, end) <= heapMax)
                .or(
                        () ->
                                end(
                                        levels,
                                        MemoryByConcurrentJobs::outsideBytes,
                                        limit - orZero(heapMax),
                                        0));
    }

    /** Returns the heap at an end, on a line through all levels. */
    private static double heapAt(List<MemoryByConcurrentJobs> levels, End end) {
        return ConcurrentJobsMemoryFit.through(
                        levels.stream().mapToDouble(MemoryByConcurrentJobs::jobs).toArray(),
                        levels.stream().mapToDouble(MemoryByConcurrentJobs::heapBytes).toArray())
                .map(line -> line.fit().intercept() + line.fit().slope() * end.jobs().value())
                .orElse(0.0);
    }

    private static Advice advice(
            List<MemoryByConcurrentJobs> levels,
            Optional<End> heap,
            double heapMax,
            Optional<End> container,
            EffectiveMemoryLimit effective) {
        double limit = effective.bytes();
        boolean isHeap =
                heap.isPresent()
                        && container
                                .filter(each -> each.jobs().value() <= heap.get().jobs().value())
                                .isEmpty();
        End first = isHeap ? heap.get() : container.orElseThrow();
        double now = levels.getLast().jobs();
        long fit = whole(first.jobs().value());
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure("bytesPerJobBytes", first.line().fit().slope()));
        figures.add(new Figure("withoutJobsBytes", first.line().fit().intercept()));
        heap.ifPresent(end -> figures(figures, "jobsAtHeap", end));
        container.ifPresent(end -> figures(figures, "jobsAtContainerLimit", end));
        if (!Double.isNaN(heapMax)) {
            figures.add(new Figure("heapMaxBytes", heapMax));
        }
        if (!Double.isNaN(limit)) {
            figures.add(new Figure("limitBytes", limit));
        }
        figures(figures, "jobsAtLimit", first);
        figures.add(new Figure("jobsAtLast", now));
        figures.add(new Figure("levels", levels.size()));
        return new Advice(
                Subject.JOBS,
                now > whole(first.jobs().low()) ? Conclusion.CHANGE : Conclusion.FINE,
                "A job takes %s; %d concurrent jobs fit (95 %% interval %d to %d), %d more than ran last. Beyond that, %s.%s"
                        .formatted(
                                SizeFormatter.words(first.line().fit().slope()),
                                fit,
                                whole(first.jobs().low()),
                                whole(first.jobs().high()),
                                Math.max(0, fit - (long) now),
                                isHeap ? ofHeap(heapMax) : ofLimit(effective),
                                other(isHeap, heap, heapMax, container, limit)),
                figures,
                List.of(),
                List.of(),
                levels.size() >= MANY_LEVELS ? Certainty.MEDIUM : Certainty.LOW,
                "a straight line through %d levels, extrapolated%s"
                        .formatted(
                                levels.size(),
                                levels.stream().allMatch(MemoryByConcurrentJobs::isHeapRead)
                                                || Double.isNaN(heapMax)
                                        ? ""
                                        : "; the resident heap was not read at each level, so committed heap is used instead"));
    }

    private static void figures(List<Figure> figures, String name, End end) {
        figures.add(new Figure(name, end.jobs().value()));
        figures.add(new Figure(name + "Low", end.jobs().low()));
        figures.add(new Figure(name + "High", end.jobs().high()));
    }

    private static long whole(double jobs) {
        return Math.max(0, (long) Math.floor(jobs));
    }

    private static String ofHeap(double heapMax) {
        return "the heap of %s is full, and an OutOfMemoryError follows"
                .formatted(SizeFormatter.words(heapMax));
    }

    private static String ofLimit(EffectiveMemoryLimit limit) {
        return limit.isHigh()
                ? "the container reaches memory.high, %s, where the kernel throttles it"
                        .formatted(SizeFormatter.words(limit.bytes()))
                : "the container reaches its limit of %s, and is killed"
                        .formatted(SizeFormatter.words(limit.bytes()));
    }

    /** Returns the sentence about the other end. */
    private static String other(
            boolean isHeap,
            Optional<End> heap,
            double heapMax,
            Optional<End> container,
            double limit) {
        Optional<End> other = isHeap ? container : heap;
        double bytes = isHeap ? limit : heapMax;
        if (Double.isNaN(bytes)) {
            return "";
        }
        String what = isHeap ? "container's limit of " : "heap of ";
        return other.map(
                        end ->
                                " The %s%s holds %d."
                                        .formatted(
                                                what,
                                                SizeFormatter.words(bytes),
                                                whole(end.jobs().value())))
                .orElse(
                        " These jobs do not reach the %s%s."
                                .formatted(what, SizeFormatter.words(bytes)));
    }

    private static double heapMax(TargetObservation seen) {
        double now = seen.series(SampleField.HEAP_MAX_BYTES).last();
        return Double.isNaN(now) ? seen.heapMaxBytes() : now;
    }

    /** Returns the current limit, or else the last limit recorded in a run. */
    private static EffectiveMemoryLimit limit(TargetObservation seen) {
        EffectiveMemoryLimit now = EffectiveMemoryLimit.of(field -> seen.series(field).last());
        return Double.isNaN(now.bytes())
                ? seen.runs().stream()
                        .map(run -> EffectiveMemoryLimit.of(field -> last(run, field)))
                        .filter(limit -> !Double.isNaN(limit.bytes()))
                        .reduce(now, (_, last) -> last)
                : now;
    }

    private static double last(Run run, SampleField field) {
        double last = NonNanValues.of(run.samples(), field).last();
        return Double.isNaN(last) && field == SampleField.CONTAINER_MEMORY_LIMIT_BYTES
                ? run.limits().memoryBytes().stream().asDoubleStream().findFirst().orElse(last)
                : last;
    }
}
