/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.time.Duration;

/**
 * Decides whether one trigger may fire on one target: above its level, once, until the value has
 * fallen {@value #HYSTERESIS_PERCENT} points below it, and not before the cool-down is over. Not
 * thread-safe.
 */
final class TriggerState {
    static final int HYSTERESIS_PERCENT = 5;

    /** After an action that could not be done: it is still wanted. */
    static final Duration RETRY = Duration.ofSeconds(30);

    private final double level;
    private final double rearmLevel;
    private final long coolDownNanos;
    private boolean armed = true;
    private boolean waits;
    private long notBefore;

    TriggerState(Trigger trigger, Duration coolDown) {
        level = trigger.percent() / 100.0;
        rearmLevel = (trigger.percent() - HYSTERESIS_PERCENT) / 100.0;
        coolDownNanos = coolDown.toNanos();
    }

    /**
     * Takes in a value.
     *
     * @param ratio 0 to 1; NaN when there is none
     * @return whether the action is due
     */
    boolean isDue(double ratio, long nanos) {
        if (ratio <= rearmLevel) {
            armed = true;
        }
        return armed && ratio > level && !(waits && nanos - notBefore < 0);
    }

    /**
     * It fired in the life of an earlier sidecar.
     *
     * @param ago how long ago
     * @param done whether the action came to a good end: then the value has to fall first
     */
    void firedBefore(Duration ago, boolean done, long nanos) {
        armed = !done;
        waitUntil(nanos + Math.max(0, coolDownNanos - ago.toNanos()));
    }

    /** The action was begun. */
    void fired(long nanos) {
        armed = false;
        waitUntil(nanos + coolDownNanos);
    }

    /** The action was not done: it will be due again, if the value is still too high then. */
    void notDone(long nanos) {
        armed = true;
        waitUntil(nanos + RETRY.toNanos());
    }

    private void waitUntil(long nanos) {
        waits = true;
        notBefore = nanos;
    }
}
