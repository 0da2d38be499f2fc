/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.unit.Labelled;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The events that a profile samples. */
public enum ProfileEvent implements Labelled {
    /** CPU time: 100 samples per second of CPU time. */
    CPU("samples", "interval=10ms", "cpu", "ctimer", "itimer"),
    /** Allocation in bytes: a sample every 512 KiB. */
    ALLOC("bytes", "alloc=512k", "alloc"),
    /** Waits for contended locks, in nanoseconds: waits of 10 µs and longer. */
    LOCK("nanoseconds", "lock=10us", "lock"),
    /**
     * Wall-clock time of all threads, running or waiting: samples some of the threads, 20 times a
     * second.
     */
    WALL("samples", "interval=50ms", "wall"),
    /**
     * Objects allocated during the profile that are still alive at its end, in bytes: a sample
     * every 512 KiB of allocation.
     */
    LIVE("bytes", "alloc=512k,live", "alloc"),
    /**
     * Memory allocated by malloc during the profile and not freed, in bytes: a sample every 512
     * KiB.
     */
    NATIVEMEM("bytes", "nativemem=512k", "nativemem");

    private final String unit;
    private final String option;

    @SuppressWarnings("ImmutableEnumChecker") // the list is immutable
    private final List<String> engines;

    ProfileEvent(String unit, String option, String... engines) {
        this.unit = unit;
        this.option = option;
        this.engines = List.of(engines);
    }

    /** The unit of the weights of stacks. */
    public String unit() {
        return unit;
    }

    /** Whether the weights are bytes of memory. */
    public boolean isMemory() {
        return unit.equals("bytes");
    }

    /**
     * Whether a profile of any length measures the same rate; the survivors of a profile depend on
     * its length.
     */
    public boolean isRate() {
        return this != LIVE && this != NATIVEMEM;
    }

    /** The sampling interval, in async-profiler's syntax. */
    String option() {
        return option;
    }

    /**
     * Whether the library must have a path in the target's file system. To replace malloc,
     * async-profiler reads its own symbols from the path in the target's mappings, and without them
     * the target crashes.
     */
    boolean needsOwnLibrary() {
        return this == NATIVEMEM;
    }

    /** async-profiler's names of the mechanisms that sample the event, best first. */
    List<String> engines() {
        return engines;
    }

    /** The event with that label. */
    public static ProfileEvent of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /** The labels of all events. */
    public static List<String> labels() {
        return Stream.of(values()).map(ProfileEvent::label).toList();
    }

    /** The events that runs can compare. */
    public static ProfileEvent[] rates() {
        return Stream.of(values()).filter(ProfileEvent::isRate).toArray(ProfileEvent[]::new);
    }

    /** The labels of the events that runs can compare. */
    public static List<String> rateLabels() {
        return Stream.of(rates()).map(ProfileEvent::label).toList();
    }
}
