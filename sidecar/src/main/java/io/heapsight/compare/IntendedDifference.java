/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.unit.Labelled;
import java.util.Optional;

/**
 * A condition that may differ between the arms because it is the intended difference: limits, load
 * or length.
 */
public enum IntendedDifference implements Labelled {
    /** Limits of the heap, the container or the CPU. */
    LIMITS,
    /** The amount of work, or its rate. */
    LOAD,
    /** How long the runs were. */
    LENGTH;

    /** By its label. */
    public static Optional<IntendedDifference> of(String label) {
        return Labelled.find(values(), label);
    }
}
