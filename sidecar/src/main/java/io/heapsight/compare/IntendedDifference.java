/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A condition that may differ between the arms because it is the intended difference: limits, load
 * or length.
 */
public enum IntendedDifference {
    /** Limits of the heap, the container or the CPU. */
    LIMITS,
    /** The amount of work, or its rate. */
    LOAD,
    /** How long the runs were. */
    LENGTH;

    /** As users write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** By its label. */
    public static Optional<IntendedDifference> of(String label) {
        return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
    }
}
