/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.kept.StorageQuota;
import java.time.Duration;
import java.util.List;

/**
 * Triggers and rules, and how often they may act on a target.
 *
 * @param rules triggers first
 * @param coolDown between two firings of a rule on a target, where the rule has none
 * @param mostPerHour firings on a target, of all rules without such a limit of their own together,
 *     whatever became of them
 * @param reports quota of each kind of reports that they take
 */
public record TriggerSettings(
        List<Rule> rules, Duration coolDown, int mostPerHour, StorageQuota reports) {
    public TriggerSettings {
        rules = List.copyOf(rules);
    }
}
