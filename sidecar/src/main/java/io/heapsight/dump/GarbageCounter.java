/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.heap.GarbageFromHistograms;
import io.heapsight.histogram.ClassDelta;
import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.job.Job;
import io.heapsight.job.SkippedPart;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.operation.Operation;
import io.heapsight.unit.ProblemException;
import java.util.Optional;

/**
 * Makes the target count its garbage by two histograms: all objects before a dump, live objects
 * after the dump and a full collection. A failure does not prevent the dump.
 */
final class GarbageCounter {
    private static final String REMEDY =
            "Omit garbage=exact, and estimate garbage as " + GarbageByClass.ESTIMATE;

    private final HistogramTaker histograms;
    private final TargetConnection target;
    private final Operation operation;
    private final Job job;
    private final Optional<ClassHistogram> all;

    /** Returns whether the target's histograms don't show its garbage, which the job reports. */
    static boolean isUnknown(TargetConnection target, Job job) {
        Optional<String> unknown = GarbageByClass.unknownIn(target.jvm());
        unknown.ifPresent(why -> job.skip(new SkippedPart("exact garbage", why, REMEDY)));
        return unknown.isPresent();
    }

    /** Counts all objects. */
    GarbageCounter(
            HistogramTaker histograms, TargetConnection target, Operation operation, Job job) {
        this.histograms = histograms;
        this.target = target;
        this.operation = operation;
        this.job = job;
        all = counted(false);
    }

    /** Counts live objects; empty if one of the counts is missing, which the job reports. */
    Optional<GarbageFromHistograms> end() {
        return all.flatMap(before -> counted(true).map(live -> between(before, live)));
    }

    private GarbageFromHistograms between(ClassHistogram all, ClassHistogram live) {
        GarbageByClass difference =
                GarbageByClass.between(all, live, target.jvm().collector().toOptional());
        GarbageFromHistograms garbage =
                new GarbageFromHistograms(difference.filler().instances() > 0);
        for (ClassDelta each : difference.top(Integer.MAX_VALUE)) {
            garbage.add(each.name(), each.change().instances(), each.change().bytes());
        }
        return garbage;
    }

    private Optional<ClassHistogram> counted(boolean live) {
        job.at(live ? "counting live objects" : "counting all objects", 0, 0);
        try {
            return Optional.of(histograms.count(target, live, operation));
        } catch (ProblemException e) {
            job.skip(new SkippedPart("exact garbage", e.problem().detail(), e.problem().remedy()));
            return Optional.empty();
        }
    }
}
