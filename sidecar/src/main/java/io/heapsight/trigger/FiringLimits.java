/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The limits on the firings of a rule on a target.
 *
 * @param count of firings in the window; empty: {@code HEAPSIGHT_TRIGGER_MAX_PER_HOUR}
 * @param window sliding
 * @param coolDown between two firings; empty: {@code HEAPSIGHT_TRIGGER_COOL_DOWN}
 * @param oncePerLife whether it fires only once per target
 */
public record FiringLimits(
        OptionalInt count, Duration window, Optional<Duration> coolDown, boolean oncePerLife) {
    /** The limits of triggers. */
    public static final FiringLimits NONE =
            new FiringLimits(OptionalInt.empty(), Duration.ofHours(1), Optional.empty(), false);

    /** Describes the limits; "" if there are none. */
    public String text() {
        List<String> words = new ArrayList<>();
        count.ifPresent(most -> words.add(most + " in " + Condition.shown(window)));
        coolDown.ifPresent(least -> words.add("cool-down " + Condition.shown(least)));
        if (oncePerLife) {
            words.add("once in the target's life");
        }
        return String.join(", ", words);
    }
}
