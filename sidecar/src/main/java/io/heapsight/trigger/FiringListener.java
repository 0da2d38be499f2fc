/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

/** Receives firings of rules. */
@FunctionalInterface
public interface FiringListener {
    /** Called after all actions of a firing. Must not block. */
    void fired(Rule rule, TriggerCounts.Firing firing);
}
