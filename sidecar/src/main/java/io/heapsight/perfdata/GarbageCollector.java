/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.util.function.DoubleSupplier;

/**
 * Counts the collections of one garbage collector as its GarbageCollectorMXBean does, from counters
 * that are read at each call.
 */
public final class GarbageCollector {
    private final String name;
    private final DoubleSupplier count;
    private final DoubleSupplier seconds;

    GarbageCollector(String name, DoubleSupplier count, DoubleSupplier seconds) {
        this.name = name;
        this.count = count;
        this.seconds = seconds;
    }

    /** As the target's GarbageCollectorMXBean names it: "G1 Young Generation". */
    public String name() {
        return name;
    }

    public double count() {
        return count.getAsDouble();
    }

    /** Time with the program stopped; in timer ticks, whereas the MXBean counts milliseconds. */
    public double seconds() {
        return seconds.getAsDouble();
    }
}
