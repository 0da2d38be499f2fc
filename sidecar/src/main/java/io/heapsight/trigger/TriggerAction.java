/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.util.Locale;

/** The action of a trigger. */
public enum TriggerAction {
    /** A class histogram of all objects. */
    HISTOGRAM,
    /** Unreachable objects by class: runs a full GC. */
    GARBAGE,
    /** A thread dump that is kept. */
    THREADS,
    /** A heap dump that is kept. */
    HEAPDUMP,
    /** A Flight Recorder recording of a minute. */
    RECORDING,
    /** A profile of the CPU, of half a minute. */
    PROFILE;

    /** As the configuration spells it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
