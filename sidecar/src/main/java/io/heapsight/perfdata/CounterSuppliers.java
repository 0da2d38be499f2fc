/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.util.function.DoubleSupplier;

/** Creates suppliers that compute numbers from current counter values; NaN if one is missing. */
final class CounterSuppliers {
    static final DoubleSupplier NONE = () -> Double.NaN;

    private final Counters counters;

    CounterSuppliers(Counters counters) {
        this.counters = counters;
    }

    DoubleSupplier of(String name) {
        return counters.find(name) instanceof LongCounter counter ? counter::value : NONE;
    }

    /** Converts ticks to seconds. */
    DoubleSupplier seconds(String name) {
        DoubleSupplier ticks = of(name);
        long frequency = counters.number(CounterNames.TICKS_PER_SECOND, 0);
        return frequency <= 0 ? NONE : () -> ticks.getAsDouble() / frequency;
    }

    boolean has(String name) {
        return counters.find(name) != null;
    }

    static DoubleSupplier sum(DoubleSupplier a, DoubleSupplier b) {
        return () -> a.getAsDouble() + b.getAsDouble();
    }

    static DoubleSupplier minus(DoubleSupplier a, DoubleSupplier b) {
        return () -> a.getAsDouble() - b.getAsDouble();
    }

    static DoubleSupplier larger(DoubleSupplier a, DoubleSupplier b) {
        return () -> Math.max(a.getAsDouble(), b.getAsDouble());
    }

    /**
     * Subtracts the 8 bytes that G1 up to JDK 17 adds to each capacity to avoid a division by 0.
     */
    static DoubleSupplier unpadded(DoubleSupplier bytes) {
        return () -> {
            double padded = bytes.getAsDouble();
            return padded - padded % 1024;
        };
    }
}
