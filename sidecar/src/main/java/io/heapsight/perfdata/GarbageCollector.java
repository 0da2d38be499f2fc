/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.util.function.DoubleSupplier;

/**
 * Counts the collections of one garbage collector like its GarbageCollectorMXBean, from the current
 * values of counters.
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

    /** The name in the target's GarbageCollectorMXBean: "G1 Young Generation". */
    public String name() {
        return name;
    }

    public double count() {
        return count.getAsDouble();
    }

    /**
     * Time for which the program was stopped. Its source are timer ticks, while the MXBean counts
     * milliseconds.
     */
    public double seconds() {
        return seconds.getAsDouble();
    }
}
