/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.Arrays;

/** One value for each {@link Signal}; NaN until it is set. */
@SuppressWarnings(
        "EnumOrdinal") // the row is an array in the order of the enum, as the ring keeps it
final class SignalRow {
    private final double[] values = new double[Signal.COUNT];

    SignalRow() {
        Arrays.fill(values, Double.NaN);
    }

    double get(Signal signal) {
        return values[signal.ordinal()];
    }

    void set(Signal signal, double value) {
        values[signal.ordinal()] = value;
    }

    /** In the order of the enum. */
    double[] values() {
        return values;
    }
}
