/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.util.Locale;

/** The outcome of a firing, and of each of its actions. */
public enum FiringOutcome {
    DONE,
    /** Another operation ran on the target, or the last one was too recent: retried. */
    REFUSED,
    /** The target or the environment prevented it: retried. */
    FAILED,
    /** The target reached its limit of actions in the last hour: retried. */
    HELD_BACK,
    /** Too little time or space: skipped, and not retried. */
    LEFT_OUT;

    /** Returns the name in metrics and logs. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
