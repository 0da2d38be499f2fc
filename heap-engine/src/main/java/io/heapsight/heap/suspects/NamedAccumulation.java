/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.holders.HolderFinder.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An accumulation point, and the places where the program holds it.
 *
 * @param number among all accumulations
 * @param by the places that hold it, the most significant first; empty if unknown
 * @param holders number of objects or threads that hold it in these places
 * @param isOne whether one object in one place holds all of it
 * @param within the places that hold the object of the first place
 * @param example the node or leaf of the largest accumulated object
 * @param more accumulations that the same place holds, such as each of the maps in a map; grows
 * @param others accumulations that other fields of the same object hold; grows
 * @param parts this accumulation and those that the same place of other objects or threads holds;
 *     empty if there are no others
 */
record NamedAccumulation(
        AccumulationPoint of,
        int number,
        List<Holder> by,
        long holders,
        boolean isOne,
        List<Holder> within,
        int example,
        List<NamedAccumulation> more,
        List<NamedAccumulation> others,
        List<NamedAccumulation> parts) {
    /**
     * Combines accumulations that the same place of several objects or threads holds. If one thread
     * holds all of them, the places keep the name of the thread.
     *
     * @param parts none of them within another
     */
    static NamedAccumulation together(List<NamedAccumulation> parts) {
        NamedAccumulation first = parts.getFirst();
        long holders =
                parts.stream().mapToLong(each -> each.by.getFirst().holder()).distinct().count();
        return new NamedAccumulation(
                first.of,
                first.number,
                holders == 1 ? first.by : first.by.stream().map(each -> inAnyThread(each)).toList(),
                holders,
                false,
                first.within,
                first.example,
                first.more,
                first.others,
                List.copyOf(parts));
    }

    /**
     * Returns the same accumulation with other descriptions of its places, also for the others of
     * the same object.
     */
    NamedAccumulation inWords(UnaryOperator<Holder> words) {
        return new NamedAccumulation(
                of,
                number,
                by.stream().map(words).toList(),
                holders,
                isOne,
                within,
                example,
                more,
                others.stream().map(each -> each.inWords(words)).toList(),
                parts);
    }

    /** Returns the holder without its thread, for a local variable of several threads. */
    static Holder inAnyThread(Holder one) {
        return new Holder(one.place().inAnyThread(), one.held(), one.holder());
    }

    /** The first of two holders; without its thread if their threads differ. */
    static Holder either(Holder first, Holder second) {
        return first.place().equals(second.place()) ? first : inAnyThread(first);
    }

    /** Whether a thread is named by the frame with its largest local variables. */
    boolean isThread() {
        return !by.isEmpty() && by.getFirst().held() == by.getFirst().holder();
    }

    /** Whether the same method holds it in many threads at once, such as for each request. */
    boolean isInManyThreads() {
        return holders >= AccumulationPoint.LEAST_MANY
                && !by.isEmpty()
                && by.getFirst().place().isInSeveralThreads();
    }

    /** Returns the other accumulations that count as content of this one. */
    List<NamedAccumulation> rest() {
        List<NamedAccumulation> rest = new ArrayList<>(more);
        for (int i = 1; i < parts.size(); i++) {
            rest.add(parts.get(i));
            rest.addAll(parts.get(i).more);
        }
        return rest;
    }

    /** Number of objects accumulated. */
    long objects() {
        return parts.isEmpty()
                ? of.top().objects()
                : parts.stream().mapToLong(each -> each.of.top().objects()).sum();
    }

    /** Whether a place of the program is known that holds it. */
    boolean isNamed() {
        return !by.isEmpty() && by.getFirst().isPrograms();
    }
}
