/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

/**
 * Detects a control group with memory of other processes than the target, as outside a container.
 */
public final class SharedCgroup {
    private static final double FACTOR = 1.2;
    private static final double BYTES = 32 << 20;

    private SharedCgroup() {}

    /**
     * Returns whether a group has clearly more anonymous memory than its target's resident memory.
     * NaN for an unknown figure.
     */
    public static boolean isEvident(double anonBytes, double residentBytes) {
        return anonBytes > FACTOR * residentBytes + BYTES;
    }
}
