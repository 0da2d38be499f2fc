/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.time.Duration;
import java.util.List;

/**
 * The triggers, and how often they may act on a target.
 *
 * @param coolDown between two firings of a trigger on a target
 * @param mostPerHour actions on a target, of all triggers together, whatever became of them
 */
public record TriggerSettings(List<Trigger> triggers, Duration coolDown, int mostPerHour) {
    public TriggerSettings {
        triggers = List.copyOf(triggers);
    }
}
