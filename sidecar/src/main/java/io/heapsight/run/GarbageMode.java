/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.unit.Labelled;
import java.util.Optional;

/** How a run counts unreachable objects by class. */
public enum GarbageMode implements Labelled {
    NONE("false"),
    /** By two histograms with a full GC between them, at the start and at the stop. */
    HISTOGRAMS("true"),
    /** So at the start; at the stop by a heap dump and its analysis. */
    DUMP("dump");

    private final String label;

    GarbageMode(String label) {
        this.label = label;
    }

    /** The value in a query and a plan. */
    @Override
    public String label() {
        return label;
    }

    /** The value with that label, which may be untrusted. */
    public static Optional<GarbageMode> of(String label) {
        return Labelled.find(values(), label);
    }
}
