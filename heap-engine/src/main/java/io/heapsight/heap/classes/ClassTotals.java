/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

import io.heapsight.summary.Total;
import java.util.Arrays;

/** Counts objects and bytes by class; 16 bytes per class. Not thread-safe. */
public final class ClassTotals {
    private final long[] objects;
    private final long[] bytes;

    public ClassTotals(int classes) {
        this.objects = new long[classes];
        this.bytes = new long[classes];
    }

    public void add(int classIndex, long objectBytes) {
        objects[classIndex]++;
        bytes[classIndex] += objectBytes;
    }

    public void add(int classIndex, long moreObjects, long moreBytes) {
        objects[classIndex] += moreObjects;
        bytes[classIndex] += moreBytes;
    }

    public void addAll(ClassTotals other) {
        for (int i = 0; i < objects.length; i++) {
            objects[i] += other.objects[i];
            bytes[i] += other.bytes[i];
        }
    }

    /** Adds all counts to others, and resets them. */
    public void moveTo(ClassTotals other) {
        other.addAll(this);
        Arrays.fill(objects, 0);
        Arrays.fill(bytes, 0);
    }

    public Total of(int classIndex) {
        return new Total(objects[classIndex], bytes[classIndex]);
    }

    public Total total() {
        long allObjects = 0;
        long allBytes = 0;
        for (int i = 0; i < objects.length; i++) {
            allObjects += objects[i];
            allBytes += bytes[i];
        }
        return new Total(allObjects, allBytes);
    }
}
