/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.unit.Labelled;
import java.util.Optional;

/** The methods by which a run counts unreachable objects by class. */
public enum GarbageCountMethod implements Labelled {
    NONE("false"),
    /** Two histograms with a full GC between them, at the start and at the stop. */
    HISTOGRAMS("true"),
    /** Two histograms at the start; a heap dump and its analysis at the stop. */
    DUMP("dump");

    private final String label;

    GarbageCountMethod(String label) {
        this.label = label;
    }

    /** Returns the value in queries and plans. */
    @Override
    public String label() {
        return label;
    }

    /** Finds the value with a label, which may be untrusted. */
    public static Optional<GarbageCountMethod> of(String label) {
        return Labelled.find(values(), label);
    }
}
