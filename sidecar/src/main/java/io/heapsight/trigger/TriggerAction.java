/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The action of a trigger or a rule. */
public enum TriggerAction {
    /** A class histogram of all objects. */
    HISTOGRAM(true),
    /** Unreachable objects by class: runs a full GC. */
    GARBAGE(true),
    /** A thread dump that is kept. */
    THREADS(true),
    /** A heap dump that is kept. */
    HEAPDUMP(true),
    /** A Flight Recorder recording of a minute. */
    RECORDING(true),
    /** A profile of the CPU, of half a minute. */
    PROFILE(true),
    /** What the actions before it have kept goes to the store. */
    UPLOAD(true),
    /** The webhook is told of the firing as it is then, and not at its end. */
    WEBHOOK(false);

    private final boolean ofTheLiving;

    TriggerAction(boolean ofTheLiving) {
        this.ofTheLiving = ofTheLiving;
    }

    /** Whether it can only be done while the target lives. */
    public boolean isOfTheLiving() {
        return ofTheLiving;
    }

    /** Whether it takes something from the target, rather than hand on what others took. */
    boolean takes() {
        return this != UPLOAD && this != WEBHOOK;
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
