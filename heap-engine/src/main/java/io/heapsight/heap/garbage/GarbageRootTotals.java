/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.garbage;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.summary.Total;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sums up garbage roots and the objects below them: by class, and for the largest roots. Takes 40
 * bytes per class.
 */
final class GarbageRootTotals {
    /** At equal size, the root with the lower address ranks higher. */
    private static final Comparator<GarbageRoots.Root> SMALLEST_FIRST =
            Comparator.<GarbageRoots.Root>comparingLong(root -> root.below().bytes())
                    .thenComparing(GarbageRoots.Root::address, Comparator.reverseOrder());

    private final HeapClasses classes;
    private final int top;
    private final long[] roots;
    private final ClassTotals below;

    /**
     * The address of each class's root with most bytes below it; {@link #mostBytes} contains the
     * bytes.
     */
    private final long[] largestOfClass;

    private final long[] mostBytes;
    private final PriorityQueue<GarbageRoots.Root> largest = new PriorityQueue<>(SMALLEST_FIRST);

    /**
     * @param top the number of single roots to keep
     */
    GarbageRootTotals(HeapClasses classes, int top) {
        this.classes = classes;
        this.top = top;
        this.roots = new long[classes.size()];
        this.below = new ClassTotals(classes.size());
        this.largestOfClass = new long[classes.size()];
        this.mostBytes = new long[classes.size()];
    }

    /**
     * Adds a root.
     *
     * @param objects the root and the objects below it
     */
    void add(long address, int classIndex, long objects, long bytes) {
        addLargest(classIndex, address, bytes);
        roots[classIndex]++;
        below.add(classIndex, objects, bytes);
        if (largest.size() < top || bytes >= largest.element().below().bytes()) {
            keep(
                    new GarbageRoots.Root(
                            address, classes.get(classIndex).name(), new Total(objects, bytes)));
        }
    }

    /** At equal size, keeps the root with the lower address. */
    private void addLargest(int classIndex, long address, long bytes) {
        boolean isLarger =
                bytes > mostBytes[classIndex]
                        || (bytes == mostBytes[classIndex] && address < largestOfClass[classIndex]);
        if (roots[classIndex] == 0 || isLarger) {
            largestOfClass[classIndex] = address;
            mostBytes[classIndex] = bytes;
        }
    }

    private void keep(GarbageRoots.Root root) {
        largest.add(root);
        if (largest.size() > top) {
            largest.remove();
        }
    }

    /** Adds the roots found by another thread. */
    void addAll(GarbageRootTotals other) {
        for (int i = 0; i < roots.length; i++) {
            if (other.roots[i] > 0) {
                addLargest(i, other.largestOfClass[i], other.mostBytes[i]);
                roots[i] += other.roots[i];
            }
        }
        below.addAll(other.below);
        other.largest.forEach(this::keep);
    }

    /**
     * Ranks the roots.
     *
     * @param garbage all garbage
     */
    GarbageRoots ranked(Total garbage) {
        List<GarbageRoots.RootClass> byClass = new ArrayList<>();
        for (int i = 0; i < roots.length; i++) {
            if (roots[i] > 0) {
                byClass.add(
                        new GarbageRoots.RootClass(
                                classes.get(i).name(), roots[i], below.of(i), largestOfClass[i]));
            }
        }
        byClass.sort((a, b) -> Long.compare(b.below().bytes(), a.below().bytes()));
        Total rooted = below.total();
        return new GarbageRoots(
                largest.stream().sorted(SMALLEST_FIRST.reversed()).toList(),
                byClass,
                new Total(garbage.objects() - rooted.objects(), garbage.bytes() - rooted.bytes()));
    }
}
