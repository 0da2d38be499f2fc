/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.reachability;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** Records which class objects are marked, by the number of the class; shared by threads. */
final class ClassMarks {
    private final AtomicIntegerArray marks;

    ClassMarks(int classes) {
        marks = new AtomicIntegerArray(classes);
    }

    boolean isSet(int classIndex) {
        return marks.get(classIndex) != 0;
    }

    /** Marks a class; returns whether it was unmarked before. */
    boolean set(int classIndex) {
        return marks.get(classIndex) == 0 && marks.compareAndSet(classIndex, 0, 1);
    }
}
