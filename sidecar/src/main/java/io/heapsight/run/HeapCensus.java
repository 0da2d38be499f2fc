/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.histogram.ClassDelta;
import io.heapsight.histogram.Count;
import io.heapsight.histogram.GarbageByClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects of a target by class, reachable or not, at the start or the stop of a run.
 *
 * @param takenAt when all objects had been counted; the live ones were counted right after
 * @param all every object, filler included
 * @param unreachable those that a full GC removed, filler apart
 * @param filler padding that the JVM puts between objects, where it can be told from objects
 * @param classes the largest ones, most bytes first
 * @param classesLeftOut how many classes there are more, which the totals count
 */
public record HeapCensus(
        Instant takenAt,
        Count all,
        Count unreachable,
        Count filler,
        List<ClassUsage> classes,
        int classesLeftOut) {
    /** A Spring application has some ten thousand classes, most of them with hardly an instance. */
    private static final int MOST_CLASSES = 2000;

    private record Key(String name, String module) {}

    public HeapCensus {
        classes = List.copyOf(classes);
    }

    /** From two histograms. */
    static HeapCensus of(GarbageByClass garbage) {
        Map<Key, Count> unreachable = new HashMap<>();
        for (ClassDelta row : garbage.classes()) {
            unreachable.put(new Key(row.name(), row.module()), row.change());
        }
        Map<Key, Count> all = new LinkedHashMap<>();
        garbage.all()
                .classes()
                .forEach(
                        row ->
                                all.merge(
                                        new Key(row.name(), row.moduleName()),
                                        new Count(row.instances(), row.bytes()),
                                        Count::plus));
        List<ClassUsage> classes = new ArrayList<>();
        for (Map.Entry<Key, Count> each : all.entrySet()) {
            if (classes.size() == MOST_CLASSES) {
                break;
            }
            Key key = each.getKey();
            classes.add(
                    new ClassUsage(
                            key.name(),
                            key.module(),
                            each.getValue(),
                            unreachable.getOrDefault(key, Count.NONE)));
        }
        return new HeapCensus(
                garbage.all().takenAt(),
                garbage.all().totals(),
                garbage.unreachable(),
                garbage.filler(),
                classes,
                all.size() - classes.size());
    }

    /** Unreachable bytes as a share of all bytes but filler, 0 to 1. */
    public double unreachableRatio() {
        long bytes = all.bytes() - filler.bytes();
        return bytes <= 0 ? 0 : (double) unreachable.bytes() / bytes;
    }
}
