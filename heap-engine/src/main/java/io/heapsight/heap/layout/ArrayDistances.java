/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import io.heapsight.hprof.BasicType;
import java.util.Arrays;

/**
 * Keeps the smallest distance from a short array to the next object, by element type and length.
 * Takes 12 KB, and allocates nothing per array.
 */
public final class ArrayDistances {
    /** Arrays of this length and longer are ignored. */
    static final int LENGTHS = 64;

    private final long[] smallest = new long[BasicType.CODES * LENGTHS];
    private final long[] times = new long[BasicType.CODES * LENGTHS];

    public ArrayDistances() {
        Arrays.fill(smallest, Long.MAX_VALUE);
    }

    /**
     * Adds the distance from an array to the next object.
     *
     * @param typeCode the type of the elements
     */
    public void add(int typeCode, long length, long distance) {
        if (length < LENGTHS && distance > 0) {
            addTo(typeCode * LENGTHS + (int) length, distance, 1);
        }
    }

    private void addTo(int cell, long distance, long count) {
        if (distance < smallest[cell]) {
            smallest[cell] = distance;
            times[cell] = count;
        } else if (distance == smallest[cell]) {
            times[cell] += count;
        }
    }

    /** Adds the distances seen by another thread. */
    public void addAll(ArrayDistances other) {
        for (int cell = 0; cell < smallest.length; cell++) {
            if (other.times[cell] > 0) {
                addTo(cell, other.smallest[cell], other.times[cell]);
            }
        }
    }

    long smallest(BasicType elements, int length) {
        return smallest[elements.code() * LENGTHS + length];
    }

    /**
     * Returns the number of times that the smallest distance was seen; 0 if no array has that
     * length.
     */
    long times(BasicType elements, int length) {
        return times[elements.code() * LENGTHS + length];
    }
}
