/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.unit.Labelled;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The action of a trigger or a rule. */
public enum TriggerAction implements Labelled {
    /** A class histogram of all objects. */
    HISTOGRAM(true, Cost.SHORT_PAUSE),
    /** A summary of unreachable objects by class; runs a full GC. */
    GARBAGE(true, Cost.FULL_COLLECTION),
    /** A stored thread dump. */
    THREADS(true, Cost.LEAST),
    /** A stored heap dump. */
    HEAPDUMP(true, Cost.LONG_PAUSE),
    /** A Flight Recorder recording of a minute. */
    RECORDING(true, Cost.MINUTES),
    /** A CPU profile of half a minute. */
    PROFILE(true, Cost.MINUTES),
    /** A GC log of ten minutes. */
    GCLOG(true, Cost.LEAST),
    /** Uploads the captures of the actions before it. */
    UPLOAD(true, Cost.NONE),
    /** Sends the current state of the firing to the webhook before its end. */
    WEBHOOK(false, Cost.NONE);

    /**
     * The cost of an action for the target, in ascending order. If several rules wait, the cheapest
     * of their next actions runs first.
     */
    enum Cost {
        NONE,
        LEAST,
        SHORT_PAUSE,
        LONG_PAUSE,
        FULL_COLLECTION,
        MINUTES
    }

    private final boolean ofTheLiving;
    private final Cost cost;

    TriggerAction(boolean ofTheLiving, Cost cost) {
        this.ofTheLiving = ofTheLiving;
        this.cost = cost;
    }

    Cost cost() {
        return cost;
    }

    /** Returns whether it needs a running target. */
    public boolean isOfTheLiving() {
        return ofTheLiving;
    }

    /** Returns whether it captures data from the target. */
    public boolean takes() {
        return cost != Cost.NONE;
    }

    /** Finds an action by its label. */
    static Optional<TriggerAction> of(String label) {
        return Labelled.find(values(), label);
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(TriggerAction::label).toList();
    }
}
