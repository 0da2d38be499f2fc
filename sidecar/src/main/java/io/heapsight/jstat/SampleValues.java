/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static io.heapsight.unit.NanFigures.orZero;

import java.util.Arrays;

/** One value for each {@link SampleField}; NaN until it is set. */
@SuppressWarnings(
        "EnumOrdinal") // the row is an array in the order of the enum, as stored in the ring
final class SampleValues {
    private final double[] values = new double[SampleField.COUNT];

    SampleValues() {
        Arrays.fill(values, Double.NaN);
    }

    double get(SampleField field) {
        return values[field.ordinal()];
    }

    void set(SampleField field, double value) {
        values[field.ordinal()] = value;
    }

    /** A sum of fields; NaN if the first one is unknown. */
    double sum(SampleField first, SampleField... others) {
        double sum = get(first);
        for (SampleField each : others) {
            sum += orZero(get(each));
        }
        return sum;
    }

    /** The values in the order of the enum. */
    double[] values() {
        return values;
    }
}
