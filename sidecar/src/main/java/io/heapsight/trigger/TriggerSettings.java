/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.kept.StorageQuota;
import java.time.Duration;
import java.util.List;

/**
 * The triggers and rules, and their limits per target.
 *
 * @param rules triggers first
 * @param coolDown default between two firings of a rule on a target
 * @param mostPerHour maximum firings on a target, with any outcome, of all rules without their own
 *     limit
 * @param reports quota of each kind of captured reports
 */
public record TriggerSettings(
        List<Rule> rules, Duration coolDown, int mostPerHour, StorageQuota reports) {
    public TriggerSettings {
        rules = List.copyOf(rules);
    }
}
