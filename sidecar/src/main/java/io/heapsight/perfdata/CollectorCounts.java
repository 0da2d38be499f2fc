/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.util.function.DoubleSupplier;

/**
 * The number and duration of one garbage collector's collections, as its GarbageCollectorMXBean
 * counts them. Each call reads the current counters.
 */
public final class CollectorCounts {
    private final String name;
    private final int number;
    private final DoubleSupplier count;
    private final DoubleSupplier seconds;

    CollectorCounts(String name, int number, DoubleSupplier count, DoubleSupplier seconds) {
        this.name = name;
        this.number = number;
        this.count = count;
        this.seconds = seconds;
    }

    /** The name in the target's GarbageCollectorMXBean: "G1 Young Generation". */
    public String name() {
        return name;
    }

    /** The number of its counters: see {@link CounterNames#collector}. */
    public int number() {
        return number;
    }

    public double count() {
        return count.getAsDouble();
    }

    /**
     * Time for which the program was stopped. The source is timer ticks; the MXBean counts
     * milliseconds.
     */
    public double seconds() {
        return seconds.getAsDouble();
    }
}
