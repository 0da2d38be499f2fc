/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How often a rule may fire on a target.
 *
 * @param count of firings in the window; empty: what {@code HEAPSIGHT_TRIGGER_MAX_PER_HOUR} leaves
 * @param window that slides
 * @param coolDown between two firings; empty: {@code HEAPSIGHT_TRIGGER_COOL_DOWN}
 * @param oncePerLife whether it fires only once in the target's life
 */
public record Limits(
        OptionalInt count, Duration window, Optional<Duration> coolDown, boolean oncePerLife) {
    /** Those that triggers have. */
    public static final Limits NONE =
            new Limits(OptionalInt.empty(), Duration.ofHours(1), Optional.empty(), false);

    /** In words; "" for none of its own. */
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
