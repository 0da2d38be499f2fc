/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.SampleField;
import io.heapsight.run.Mark;
import io.heapsight.run.Run;
import io.heapsight.run.RunSamples;
import io.heapsight.stats.Estimate;
import io.heapsight.stats.LinearFit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Estimates how many jobs can run at a time before the container is killed, by regression of peak
 * memory on the number of jobs that the marks of runs report. Only while the number rises: a heap
 * that has grown gives little back.
 */
final class JobsAdvisor implements Advisor {
    private static final int LEAST_LEVELS = 3;
    private static final int MANY_LEVELS = 5;

    /** The peak of memory while so many jobs ran. */
    private record Level(double jobs, double peakBytes) {}

    @Override
    public Advice advise(Observation seen) {
        List<Level> levels = new ArrayList<>();
        seen.runs().forEach(run -> levels(run, levels));
        long different = levels.stream().mapToDouble(Level::jobs).distinct().count();
        double limit = limit(seen);
        if (different < LEAST_LEVELS) {
            return Advice.wait(
                    Subject.JOBS,
                    "Marks of a run must tell of %d more numbers of jobs at a time, from few to many: POST /runs/NAME/marks?jobs=1, ?jobs=2, … as they start."
                            .formatted(LEAST_LEVELS - different));
        }
        if (Double.isNaN(limit)) {
            return Advice.unknown(Subject.JOBS, "The container has no memory limit.");
        }
        double[] jobs = levels.stream().mapToDouble(Level::jobs).toArray();
        double[] peaks = levels.stream().mapToDouble(Level::peakBytes).toArray();
        Optional<JobsLine> line = JobsLine.through(jobs, peaks);
        Optional<Estimate> crossing = line.flatMap(each -> each.reaches(limit));
        if (line.isEmpty() || crossing.isEmpty()) {
            return Advice.unknown(
                    Subject.JOBS,
                    "Memory doesn't rise with the number of jobs beyond what it scatters, over %d levels."
                            .formatted(levels.size()));
        }
        return advice(line.get().fit(), crossing.get(), levels.getLast().jobs(), limit);
    }

    private static Advice advice(LinearFit line, Estimate crossing, double now, double limit) {
        long fit = Math.max(0, (long) Math.floor(crossing.low()));
        return new Advice(
                Subject.JOBS,
                now > fit ? Conclusion.CHANGE : Conclusion.FINE,
                "A job takes %s; %d at a time fit into %s (95 %% interval %.1f to %.1f), %d more than ran last."
                        .formatted(
                                Sizes.words(line.slope()),
                                fit,
                                Sizes.words(limit),
                                crossing.low(),
                                crossing.high(),
                                Math.max(0, fit - (long) now)),
                List.of(
                        new Figure("bytesPerJobBytes", line.slope()),
                        new Figure("withoutJobsBytes", line.intercept()),
                        new Figure("limitBytes", limit),
                        new Figure("jobsAtLimit", crossing.value()),
                        new Figure("jobsAtLimitLow", crossing.low()),
                        new Figure("jobsAtLimitHigh", crossing.high()),
                        new Figure("jobsAtLast", now),
                        new Figure("levels", line.points())),
                List.of(),
                List.of(),
                line.points() >= MANY_LEVELS ? Certainty.MEDIUM : Certainty.LOW,
                "%d levels on a straight line that is followed beyond them"
                        .formatted(line.points()));
    }

    private static double limit(Observation seen) {
        double now = seen.series(SampleField.CONTAINER_MEMORY_LIMIT_BYTES).last();
        return Double.isNaN(now)
                ? seen.runs().stream()
                        .flatMapToLong(run -> run.limits().memoryBytes().stream())
                        .asDoubleStream()
                        .reduce(Double.NaN, (_, last) -> last)
                : now;
    }

    private static void levels(Run run, List<Level> levels) {
        List<Mark> marks =
                run.marks().stream().filter(mark -> mark.kind() == Mark.Kind.JOBS).toList();
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < marks.size(); i++) {
            Mark mark = marks.get(i);
            if (mark.value() <= most) {
                continue;
            }
            most = mark.value();
            long from = mark.at().toEpochMilli();
            long to = i + 1 < marks.size() ? marks.get(i + 1).at().toEpochMilli() : Long.MAX_VALUE;
            double peak = peak(run.samples(), from, to);
            if (peak > 0) {
                levels.add(new Level(mark.value(), peak));
            }
        }
    }

    /** Memory that can't be dropped, at its most; 0 when no sample tells. */
    private static double peak(RunSamples samples, long from, long to) {
        double[] held = Observation.heldByGroup(samples);
        double peak = 0;
        for (int i = 0; i < samples.size(); i++) {
            long at = samples.epochMillis(i);
            if (at >= from && at < to) {
                double kernel = samples.value(SampleField.CONTAINER_MEMORY_KERNEL_BYTES, i);
                double bytes = held[i] + (Double.isNaN(kernel) ? 0 : kernel);
                peak = bytes > peak ? bytes : peak;
            }
        }
        return peak;
    }
}
