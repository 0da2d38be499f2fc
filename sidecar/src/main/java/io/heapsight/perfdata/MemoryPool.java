/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.util.function.DoubleSupplier;

/** A memory pool, read from counters at each call. A number that the counters don't hold is NaN. */
public final class MemoryPool {
    private final String name;
    private final Area area;
    private final DoubleSupplier used;
    private final DoubleSupplier committed;
    private final DoubleSupplier max;

    /** Which of the two areas of the MemoryMXBean a pool belongs to. */
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

    /** As the target's MemoryPoolMXBean names it: "G1 Eden Space". */
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

    /** NaN also if the pool has no maximum of its own. */
    public double maxBytes() {
        return max.getAsDouble();
    }
}
