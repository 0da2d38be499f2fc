/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.diff;

import io.heapsight.explore.diff.HeapDiffRow;
import io.heapsight.hprof.LongMap;
import java.util.Arrays;

/**
 * The paths of one level of two dominator trees, below some paths of the level above, with their
 * objects in both heaps. Paths are numbered from 0 in the order in which they are found.
 */
final class PathLevel {
    private static final int FIRST_CAPACITY = 256;

    private final int labels;
    private final LongMap numbers = new LongMap();
    private final Sums before = new Sums();
    private final Sums after = new Sums();
    private long[] keys = new long[FIRST_CAPACITY];

    /** Sums up objects by path. */
    final class Sums {
        private long[] objects = new long[FIRST_CAPACITY];
        private long[] shallow = new long[FIRST_CAPACITY];
        private long[] retained = new long[FIRST_CAPACITY];

        /**
         * Adds an object, and returns the number of its path.
         *
         * @param parent the number of the path above, among the followed paths
         */
        int add(int parent, int label, long shallowBytes, long retainedBytes) {
            int path = number((long) parent * labels + label);
            if (path >= objects.length) {
                objects = Arrays.copyOf(objects, keys.length);
                shallow = Arrays.copyOf(shallow, keys.length);
                retained = Arrays.copyOf(retained, keys.length);
            }
            objects[path]++;
            shallow[path] += shallowBytes;
            retained[path] += retainedBytes;
            return path;
        }

        HeapDiffRow.Figures of(int path) {
            return path < objects.length
                    ? new HeapDiffRow.Figures(objects[path], shallow[path], retained[path])
                    : HeapDiffRow.Figures.NONE;
        }
    }

    /**
     * @param labels the number of labels
     */
    PathLevel(int labels) {
        this.labels = labels;
    }

    private int number(long key) {
        long known = numbers.get(key);
        if (known != LongMap.ABSENT) {
            return (int) known;
        }
        int number = numbers.size();
        if (number == keys.length) {
            keys = Arrays.copyOf(keys, 2 * number);
        }
        keys[number] = key;
        numbers.put(key, number);
        return number;
    }

    int size() {
        return numbers.size();
    }

    Sums before() {
        return before;
    }

    Sums after() {
        return after;
    }

    /** The number of the path above, among the followed paths. */
    int parent(int path) {
        return (int) (keys[path] / labels);
    }

    int label(int path) {
        return (int) (keys[path] % labels);
    }
}
