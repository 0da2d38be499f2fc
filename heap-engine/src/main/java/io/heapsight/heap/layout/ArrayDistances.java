/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import io.heapsight.hprof.BasicType;
import java.util.Arrays;

/**
 * Keeps the smallest distance from a short array to the object after it, by type of the elements
 * and length: 12 KB and no allocation for each array that is seen.
 */
public final class ArrayDistances {
    /** Arrays of this length and longer are not looked at. */
    static final int LENGTHS = 64;

    private final long[] smallest = new long[BasicType.CODES * LENGTHS];
    private final long[] times = new long[BasicType.CODES * LENGTHS];

    public ArrayDistances() {
        Arrays.fill(smallest, Long.MAX_VALUE);
    }

    /**
     * Tells of an array and the object after it.
     *
     * @param typeCode of the elements
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

    /** Adds what another thread has seen. */
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

    /** How often the smallest distance was seen; 0 when no array of that length was. */
    long times(BasicType elements, int length) {
        return times[elements.code() * LENGTHS + length];
    }
}
