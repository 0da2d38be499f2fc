/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.util.Locale;

/** The outcome of a rule that fired, and of each of its actions. */
public enum FiringOutcome {
    DONE,
    /** Another operation ran on the target, or the last one was too recent: tried again. */
    REFUSED,
    /** The target or the environment was in the way: tried again. */
    FAILED,
    /** The target has had as many actions in the last hour as it may: tried again. */
    HELD_BACK,
    /** There was not enough time or space: skipped, and not retried. */
    LEFT_OUT;

    /** The name in metrics and logs. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
