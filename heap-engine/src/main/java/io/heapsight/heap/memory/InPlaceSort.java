/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Sorts numbers in place, in memory or in a file: quicksort with Hoare's partition, which reads and
 * writes sequentially from both ends.
 */
final class InPlaceSort {
    /** Maximum numbers to sort in the Java heap. */
    private static final int AT_ONCE = 1 << 14;

    private static final int MEDIAN_OF = 63;

    private InPlaceSort() {}

    /** Numbers by index. */
    interface Numbers {
        long get(long index);

        void set(long index, long value);
    }

    /** Sorts the numbers from an index up to, but not including, another. */
    static void sort(Numbers numbers, long from, long end) {
        long first = from;
        long last = end - 1;
        while (last - first >= AT_ONCE) {
            long middle = partition(numbers, first, last);
            if (middle - first < last - middle) {
                sort(numbers, first, middle + 1);
                first = middle + 1;
            } else {
                sort(numbers, middle + 1, last + 1);
                last = middle;
            }
        }
        long[] part = new long[(int) Math.max(0, last - first + 1)];
        for (int i = 0; i < part.length; i++) {
            part[i] = numbers.get(first + i);
        }
        Arrays.sort(part);
        for (int i = 0; i < part.length; i++) {
            numbers.set(first + i, part[i]);
        }
    }

    /** The last index of the lower part; less than {@code last}. */
    private static long partition(Numbers numbers, long first, long last) {
        long pivot = medianOfSome(numbers, first, last);
        long low = first - 1;
        long high = last + 1;
        while (true) {
            long atLow = numbers.get(++low);
            while (atLow < pivot) {
                atLow = numbers.get(++low);
            }
            long atHigh = numbers.get(--high);
            while (atHigh > pivot) {
                atHigh = numbers.get(--high);
            }
            if (low >= high) {
                return Math.min(high, last - 1);
            }
            numbers.set(low, atHigh);
            numbers.set(high, atLow);
        }
    }

    /** A number near the median, even if the numbers are several sorted runs. */
    private static long medianOfSome(Numbers numbers, long first, long last) {
        SplittableRandom random = new SplittableRandom(last);
        long[] some = new long[MEDIAN_OF];
        Arrays.setAll(some, _ -> numbers.get(random.nextLong(first, last + 1)));
        Arrays.sort(some);
        return some[MEDIAN_OF / 2];
    }
}
