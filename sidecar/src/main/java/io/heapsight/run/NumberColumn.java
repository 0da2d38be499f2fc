/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A growing column of numbers. Equal numbers, such as limits and missing figures, take no memory;
 * after the first different one, each takes 8 bytes.
 *
 * <p>Not thread-safe.
 */
final class NumberColumn {
    private static final int LEAST = 64;

    private double constant = Double.NaN;
    private double @Nullable [] values;
    private int size;

    int size() {
        return size;
    }

    void add(double value) {
        double[] to = values;
        if (to == null) {
            if (size == 0) {
                constant = value;
            }
            if (Double.compare(value, constant) == 0) {
                size++;
                return;
            }
            to = new double[Math.max(LEAST, size + 1)];
            Arrays.fill(to, 0, size, constant);
        }
        if (size == to.length) {
            to = Arrays.copyOf(to, size + (size >> 1));
        }
        to[size] = value;
        size++;
        values = to;
    }

    /** Adds NaN up to a length. */
    void padTo(int wanted) {
        while (size < wanted) {
            add(Double.NaN);
        }
    }

    /** Drops the values beyond a length. */
    void cutTo(int wanted) {
        size = Math.min(size, wanted);
    }

    double get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index + " of " + size);
        }
        return values == null ? constant : values[index];
    }

    /** Returns a copy. */
    double[] toArray() {
        if (values != null) {
            return Arrays.copyOf(values, size);
        }
        double[] all = new double[size];
        Arrays.fill(all, constant);
        return all;
    }
}
