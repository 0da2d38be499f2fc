/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.util.function.DoubleSupplier;

/**
 * A memory pool of a JVM; each call reads the current counters. Numbers missing from the counters
 * are NaN.
 */
public final class MemoryPool {
    private final String name;
    private final Area area;
    private final DoubleSupplier used;
    private final DoubleSupplier committed;
    private final DoubleSupplier max;

    /** The area of the MemoryMXBean to which a pool belongs. */
    public enum Area {
        HEAP,
        NONHEAP;
    }

    MemoryPool(
            String name,
            Area area,
            DoubleSupplier used,
            DoubleSupplier committed,
            DoubleSupplier max) {
        this.name = name;
        this.area = area;
        this.used = used;
        this.committed = committed;
        this.max = max;
    }

    /** The name in the target's MemoryPoolMXBean: "G1 Eden Space". */
    public String name() {
        return name;
    }

    public Area area() {
        return area;
    }

    public double usedBytes() {
        return used.getAsDouble();
    }

    public double committedBytes() {
        return committed.getAsDouble();
    }

    /** The maximum size; NaN also if the pool has no maximum of its own. */
    public double maxBytes() {
        return max.getAsDouble();
    }
}
