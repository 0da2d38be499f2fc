/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A condition that may differ between the arms on purpose: limits, load or length. */
public enum IntendedDifference {
    /** Limits of the heap, the container or the CPU. */
    LIMITS,
    /** Amount or rate of work. */
    LOAD,
    /** Length of the runs. */
    LENGTH;

    /** Returns the label that users write. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Finds a value by its label. */
    public static Optional<IntendedDifference> of(String label) {
        return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
    }
}
