/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.kept.StorageQuota;
import java.time.Duration;
import java.util.List;

/**
 * The triggers, and how often they may act on a target.
 *
 * @param coolDown between two firings of a trigger on a target
 * @param mostPerHour actions on a target, of all triggers together, whatever became of them
 * @param threads quota of the thread dumps that they take
 */
public record TriggerSettings(
        List<Trigger> triggers, Duration coolDown, int mostPerHour, StorageQuota threads) {
    public TriggerSettings {
        triggers = List.copyOf(triggers);
    }
}
