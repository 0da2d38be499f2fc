/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The state of all triggers of one target. Not thread-safe. */
final class TargetTriggers {
    /**
     * A trigger whose action is wanted now.
     *
     * @param ratio the signal's value
     * @param allowed false when the target has had enough for this hour
     */
    record Due(Trigger trigger, double ratio, boolean allowed) {}

    private record Watched(Trigger trigger, TriggerState state) {}

    private final List<Watched> watched = new ArrayList<>();
    private final HourlyLimit bound;

    TargetTriggers(TriggerSettings settings) {
        for (Trigger trigger : settings.triggers()) {
            watched.add(new Watched(trigger, new TriggerState(trigger, settings.coolDown())));
        }
        bound = new HourlyLimit(settings.mostPerHour());
    }

    /**
     * Takes in the values of a moment; in order of configuration, what is to be done.
     *
     * @param values of the signals, 0 to 1; NaN where there is none
     */
    List<Due> evaluate(ToDoubleFunction<TriggerSignal> values, long nanos) {
        List<Due> due = new ArrayList<>();
        for (Watched each : watched) {
            double ratio = values.applyAsDouble(each.trigger.signal());
            if (each.state.isDue(ratio, nanos)) {
                boolean allowed = bound.take(nanos);
                if (allowed) {
                    each.state.fired(nanos);
                } else {
                    each.state.notDone(nanos);
                }
                due.add(new Due(each.trigger, ratio, allowed));
            }
        }
        return due;
    }

    /** A trigger fired in the life of an earlier sidecar. */
    void firedBefore(Trigger trigger, Duration ago, boolean done, long nanos) {
        state(trigger).firedBefore(ago, done, nanos);
    }

    /** The action of a trigger could not be done. */
    void notDone(Trigger trigger, long nanos) {
        state(trigger).notDone(nanos);
    }

    private TriggerState state(Trigger trigger) {
        return watched.stream()
                .filter(each -> each.trigger.equals(trigger))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not watched: " + trigger))
                .state;
    }
}
