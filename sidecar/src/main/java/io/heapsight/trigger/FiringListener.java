/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

/** Receives firings of rules. */
@FunctionalInterface
public interface FiringListener {
    /** All actions of a firing have ended. Must not block. */
    void fired(Rule rule, TriggerCounts.Firing firing);
}
