/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The action of a trigger or a rule. */
public enum TriggerAction {
    /** A class histogram of all objects. */
    HISTOGRAM(true, Cost.SHORT_PAUSE),
    /** Unreachable objects by class: runs a full GC. */
    GARBAGE(true, Cost.FULL_COLLECTION),
    /** A thread dump that is kept. */
    THREADS(true, Cost.LEAST),
    /** A heap dump that is kept. */
    HEAPDUMP(true, Cost.LONG_PAUSE),
    /** A Flight Recorder recording of a minute. */
    RECORDING(true, Cost.MINUTES),
    /** A profile of the CPU, of half a minute. */
    PROFILE(true, Cost.MINUTES),
    /** What the actions before it have kept goes to the store. */
    UPLOAD(true, Cost.NONE),
    /** The webhook is told of the firing as it is then, and not at its end. */
    WEBHOOK(false, Cost.NONE);

    /** What an action costs the target, the least first: the order in which rules take turns. */
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

    /** Whether it can only be done while the target lives. */
    public boolean isOfTheLiving() {
        return ofTheLiving;
    }

    /** Whether it takes something from the target, rather than hand on what others took. */
    public boolean takes() {
        return cost != Cost.NONE;
    }

    /** As the configuration spells it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one of a label. */
    static Optional<TriggerAction> of(String label) {
        return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(TriggerAction::label).toList();
    }
}
