/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.unit.Labelled;
import java.util.Locale;

/** The events that a profile samples, with async-profiler's names. */
public enum ProfileEvent implements Labelled {
    /** CPU time: 100 samples per second of CPU time. */
    CPU("samples", "interval=10ms"),
    /** Allocation in bytes: a sample every 512 KiB. */
    ALLOC("bytes", "alloc=512k"),
    /** Waits for contended locks, in nanoseconds: waits of 10 µs and longer. */
    LOCK("nanoseconds", "lock=10us"),
    /**
     * Wall-clock time of all threads, running or waiting: samples a part of the threads, 20 times a
     * second.
     */
    WALL("samples", "interval=50ms");

    private final String unit;
    private final String option;

    ProfileEvent(String unit, String option) {
        this.unit = unit;
        this.option = option;
    }

    /** The unit of the weights of stacks. */
    public String unit() {
        return unit;
    }

    /** The sampling interval, in async-profiler's syntax. */
    String option() {
        return option;
    }

    /** The event with that label. */
    public static ProfileEvent of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
