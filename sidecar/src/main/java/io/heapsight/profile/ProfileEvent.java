/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.util.Locale;

/** What a profile samples. */
public enum ProfileEvent {
    /** Where CPU time goes: 100 samples for each second of it. */
    CPU("samples", "interval=10ms"),
    /** What allocates, in bytes: a sample each 512 KiB. */
    ALLOC("bytes", "alloc=512k"),
    /** Who waits for locks that others hold, in nanoseconds: waits of 10 µs and longer. */
    LOCK("nanoseconds", "lock=10us"),
    /** Where all threads are, whether they run or wait: some at a time, 20 times a second. */
    WALL("samples", "interval=50ms");

    private final String unit;
    private final String option;

    ProfileEvent(String unit, String option) {
        this.unit = unit;
        this.option = option;
    }

    /** "cpu", "alloc", "lock" or "wall": async-profiler's words, too. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What the weights of stacks count. */
    public String unit() {
        return unit;
    }

    /** How often it is sampled, as async-profiler is told. */
    String option() {
        return option;
    }

    /** The event with that label. */
    public static ProfileEvent of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
