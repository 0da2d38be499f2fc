/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.summary.Total;

/** Sums up objects by class; takes 24 bytes per class. Not thread-safe. */
final class ClassSums {
    private final ClassTotals shallow;
    private final long[] retained;

    ClassSums(int classes) {
        shallow = new ClassTotals(classes);
        retained = new long[classes];
    }

    /**
     * Adds an object.
     *
     * @param retainedBytes {@link ScannedObject#ABSENT} if it is not reachable
     */
    void add(int classIndex, long shallowBytes, long retainedBytes) {
        shallow.add(classIndex, shallowBytes);
        retained[classIndex] += Math.max(0, retainedBytes);
    }

    void addAll(ClassSums other) {
        shallow.addAll(other.shallow);
        for (int i = 0; i < retained.length; i++) {
            retained[i] += other.retained[i];
        }
    }

    /** Objects of a class and their shallow bytes. */
    Total of(int classIndex) {
        return shallow.of(classIndex);
    }

    long retained(int classIndex) {
        return retained[classIndex];
    }
}
