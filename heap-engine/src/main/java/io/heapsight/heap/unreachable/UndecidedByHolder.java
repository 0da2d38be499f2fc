/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.summary.Garbage.Undecided;
import io.heapsight.summary.Total;
import io.heapsight.summary.VmHolder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Counts undecided objects by their possible holder, each object once. An undecided object is
 * unreachable, but not certainly garbage.
 *
 * @see VmHeldObjects which finds most of them
 */
public final class UndecidedByHolder {
    private final int classes;
    private final Map<VmHolder, ClassTotals> held = new EnumMap<>(VmHolder.class);
    private final Map<VmHolder, ClassTotals> perhaps = new EnumMap<>(VmHolder.class);
    private final ClassTotals classValues;
    private final List<Long> classValueMaps = new ArrayList<>();

    UndecidedByHolder(int classes) {
        this.classes = classes;
        this.classValues = new ClassTotals(classes);
        for (VmHolder holder : VmHolder.values()) {
            held.put(holder, new ClassTotals(classes));
            perhaps.put(holder, new ClassTotals(classes));
        }
    }

    /** The totals of objects that only a holder of this kind can hold. */
    ClassTotals held(VmHolder holder) {
        return of(held, holder);
    }

    /**
     * Adds a map of {@code ClassValue}s and the objects below it; the totals by holder include
     * them.
     */
    void addClassValues(long map, ClassTotals below) {
        classValueMaps.add(map);
        classValues.addAll(below);
    }

    List<Long> classValueMaps() {
        return classValueMaps;
    }

    ClassTotals classValues() {
        return classValues;
    }

    /** The totals of objects that may be garbage. */
    public ClassTotals perhapsGarbage(VmHolder holder) {
        return of(perhaps, holder);
    }

    private static ClassTotals of(Map<VmHolder, ClassTotals> totals, VmHolder holder) {
        ClassTotals known = totals.get(holder);
        if (known == null) {
            throw new IllegalStateException("no totals of " + holder);
        }
        return known;
    }

    /** All undecided objects by class. */
    public ClassTotals all() {
        ClassTotals all = new ClassTotals(classes);
        perhaps.values().forEach(all::addAll);
        held.values().forEach(all::addAll);
        return all;
    }

    /** The unreachable objects that are neither undecided nor filler, by class. */
    public ClassTotals leftOf(ClassTotals unreachable, ClassTotals filler) {
        ClassTotals left = new ClassTotals(classes);
        ClassTotals all = all();
        for (int i = 0; i < classes; i++) {
            Total total = unreachable.of(i).minus(filler.of(i)).minus(all.of(i));
            left.add(i, total.objects(), total.bytes());
        }
        return left;
    }

    /** The undecided objects by holder. */
    public List<Undecided> rows() {
        List<Undecided> rows = new ArrayList<>();
        for (VmHolder holder : VmHolder.values()) {
            Total perhapsGarbage = perhapsGarbage(holder).total();
            rows.add(
                    new Undecided(
                            holder, held(holder).total().plus(perhapsGarbage), perhapsGarbage));
        }
        return rows;
    }
}
