/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.unit.Labelled;
import java.util.Optional;

/** A condition that may differ between the arms on purpose: limits, load or length. */
public enum IntendedDifference implements Labelled {
    /** Limits of the heap, the container or the CPU. */
    LIMITS,
    /** Amount or rate of work. */
    LOAD,
    /** Length of the runs. */
    LENGTH;

    /** Finds a value by its label. */
    public static Optional<IntendedDifference> of(String label) {
        return Labelled.find(values(), label);
    }
}
