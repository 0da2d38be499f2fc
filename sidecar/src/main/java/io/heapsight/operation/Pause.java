/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import java.time.Duration;
import java.util.Optional;

/**
 * The pause of a target caused by an operation.
 *
 * @param expected the estimate before it; empty if there was none
 * @param measured pause of its commands; empty if not measured
 */
public record Pause(Optional<Duration> expected, Optional<Duration> measured) {
    /** The pause of an operation that stops nothing. */
    public static final Pause NONE = new Pause(Optional.empty(), Optional.empty());

    /** Returns seconds, to the millisecond. */
    public static double seconds(Duration duration) {
        return Math.round(duration.toNanos() / 1e6) / 1e3;
    }

    Pause expecting(Duration estimate) {
        return new Pause(Optional.of(estimate), measured);
    }

    Pause plus(Duration more) {
        return new Pause(expected, Optional.of(measured.orElse(Duration.ZERO).plus(more)));
    }
}
