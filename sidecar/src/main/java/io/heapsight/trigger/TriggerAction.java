/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.util.Locale;

/** The action of a trigger. */
public enum TriggerAction {
    /** A class histogram of all objects. */
    HISTOGRAM,
    /** Unreachable objects by class: runs a full GC. */
    GARBAGE,
    /** A heap dump that is kept. */
    HEAPDUMP;

    /** As the configuration spells it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
