/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.dump.analysis.SummarizedDump;
import io.heapsight.dump.analysis.SummaryClasses;
import io.heapsight.histogram.ClassGarbage;
import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.HistogramRows;
import io.heapsight.histogram.InstanceCount;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A class histogram at the start or the stop of a run, with the unreachable objects of each class.
 *
 * @param takenAt time of the count of all objects; live ones were counted directly after it, or
 *     derived from the dump
 * @param all every object, filler included
 * @param unreachable objects that a full GC removed, or unreachable objects of a heap dump; without
 *     filler
 * @param filler padding between objects, if it is distinguishable from objects
 * @param garbage empty if unknown, and in runs of older versions
 * @param classes the largest ones, most bytes first
 * @param classesLeftOut number of further classes, which the totals include
 */
public record RunHistogram(
        Instant takenAt,
        InstanceCount all,
        InstanceCount unreachable,
        InstanceCount filler,
        Optional<GarbageBounds> garbage,
        List<ClassGarbage> classes,
        int classesLeftOut) {
    /** A Spring application has some ten thousand classes, most of them with few instances. */
    private static final int MOST_CLASSES = 2000;

    private record Key(String name, String module) {}

    public RunHistogram {
        classes = List.copyOf(classes);
    }

    /** Creates the histogram from two histograms. */
    static RunHistogram of(GarbageByClass garbage) {
        List<ClassGarbage> classes = garbage.largest(MOST_CLASSES);
        HistogramRows rows = garbage.all().rows();
        return new RunHistogram(
                garbage.all().takenAt(),
                garbage.all().totals(),
                garbage.unreachable(),
                garbage.filler(),
                garbage.unknown().isPresent()
                        ? Optional.empty()
                        : Optional.of(
                                new GarbageBounds(
                                        garbage.unreachable(), garbage.unreachable(), "")),
                classes,
                rows.size() + rows.omitted().classes() - classes.size());
    }

    /**
     * Creates the histogram from a heap dump, which has no module names.
     *
     * @param before from histograms, which give the modules of classes
     */
    static RunHistogram of(SummarizedDump summarized, Optional<RunHistogram> before) {
        Map<String, String> modules = new HashMap<>();
        before.ifPresent(
                histogram ->
                        histogram.classes().forEach(row -> modules.put(row.name(), row.module())));
        Map<Key, ClassGarbage> classes = new LinkedHashMap<>();
        for (SummaryClasses.Row row : summarized.classes().classes()) {
            String name = HotSpotClassName.of(row.name());
            Key key = new Key(name, modules.getOrDefault(name, ""));
            add(classes, key, count(row.all()), count(row.unreachable()));
        }
        return new RunHistogram(
                summarized.dump().takenAt(),
                count(summarized.classes().all()),
                count(summarized.classes().unreachable()),
                count(summarized.classes().filler()),
                bounds(summarized),
                largest(classes),
                Math.max(0, classes.size() - MOST_CLASSES));
    }

    private static void add(
            Map<Key, ClassGarbage> classes, Key key, InstanceCount all, InstanceCount unreachable) {
        classes.merge(
                key,
                new ClassGarbage(key.name(), key.module(), all, unreachable),
                (one, other) ->
                        new ClassGarbage(
                                key.name(),
                                key.module(),
                                one.all().plus(other.all()),
                                one.unreachable().plus(other.unreachable())));
    }

    private static Optional<GarbageBounds> bounds(SummarizedDump summarized) {
        SummaryClasses summary = summarized.classes();
        return summary.atLeast()
                .flatMap(
                        least ->
                                summary.atMost()
                                        .map(
                                                most ->
                                                        new GarbageBounds(
                                                                count(least),
                                                                count(most),
                                                                summarized.dump().id())));
    }

    private static InstanceCount count(Total total) {
        return new InstanceCount(total.objects(), total.bytes());
    }

    private static List<ClassGarbage> largest(Map<Key, ClassGarbage> classes) {
        return classes.values().stream()
                .sorted(
                        Comparator.comparingLong((ClassGarbage row) -> row.all().bytes())
                                .reversed())
                .limit(MOST_CLASSES)
                .toList();
    }

    /** Returns unreachable bytes as a share of all bytes without filler, 0 to 1. */
    public double unreachableRatio() {
        return Totals.unreachableShare(unreachable.bytes(), all.bytes() - filler.bytes());
    }
}
