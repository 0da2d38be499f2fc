/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.summary.Garbage.Undecided;
import io.heapsight.summary.Holder;
import io.heapsight.summary.Total;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the unreachable objects that are not known to be garbage by their possible holder; each
 * object once.
 *
 * @see VmHeldObjects which finds most of them
 */
public final class UndecidedObjects {
    private final int classes;
    private final Map<Holder, ClassTotals> held = new EnumMap<>(Holder.class);
    private final Map<Holder, ClassTotals> perhaps = new EnumMap<>(Holder.class);
    private final ClassTotals classValues;
    private final List<Long> classValueMaps = new ArrayList<>();

    UndecidedObjects(int classes) {
        this.classes = classes;
        this.classValues = new ClassTotals(classes);
        for (Holder holder : Holder.values()) {
            held.put(holder, new ClassTotals(classes));
            perhaps.put(holder, new ClassTotals(classes));
        }
    }

    /** The totals of objects that only a holder of this kind can hold. */
    ClassTotals held(Holder holder) {
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
    public ClassTotals perhapsGarbage(Holder holder) {
        return of(perhaps, holder);
    }

    private static ClassTotals of(Map<Holder, ClassTotals> totals, Holder holder) {
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
        for (Holder holder : Holder.values()) {
            Total perhapsGarbage = perhapsGarbage(holder).total();
            rows.add(
                    new Undecided(
                            holder, held(holder).total().plus(perhapsGarbage), perhapsGarbage));
        }
        return rows;
    }
}
