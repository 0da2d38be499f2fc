/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

/**
 * The live set of G1 without full collections: the minimum use of the heap after the pauses that
 * follow a concurrent cycle. Mixed collections free old regions in steps.
 *
 * <p>Some floating garbage is included, because G1 keeps regions that are mostly alive.
 */
final class G1LiveSetEstimate {
    /** Number of collections without a lower use after which the minimum is final. */
    private static final int MOST_WITHOUT_DECREASE = 10;

    private double least = Double.NaN;
    private boolean isOpen;
    private boolean isMixed;
    private int sinceLeast;

    /** Forgets the cycle. */
    void restart() {
        isOpen = false;
    }

    /**
     * Processes a pause, and returns the live set if the minimum is final; NaN otherwise.
     *
     * @param name "Young (Mixed)", "Cleanup"
     * @param afterBytes heap in use after the pause
     */
    double pause(GcCycleKind kind, String name, double afterBytes) {
        boolean isOfMixed = kind == GcCycleKind.YOUNG && isMixed(name);
        if (name.equals("Cleanup") || (isOfMixed && !isOpen)) {
            open();
        }
        if (kind == GcCycleKind.FULL) {
            isOpen = false;
        }
        if (!isOpen || kind != GcCycleKind.YOUNG || Double.isNaN(afterBytes)) {
            return Double.NaN;
        }
        isMixed |= isOfMixed;
        if (afterBytes < least) {
            least = afterBytes;
            sinceLeast = 0;
        } else {
            sinceLeast++;
        }
        boolean isNext = name.contains("Concurrent Start") || name.startsWith("Initial Mark");
        boolean isFinal = isMixed && (isNext || sinceLeast >= MOST_WITHOUT_DECREASE);
        isOpen = !isNext && !isFinal;
        return isFinal ? least : Double.NaN;
    }

    private void open() {
        isOpen = true;
        isMixed = false;
        least = Double.POSITIVE_INFINITY;
        sinceLeast = 0;
    }

    /** "Young (Mixed)", "Mixed" of JDK 9; "Young (Prepare Mixed)" only precedes them. */
    private static boolean isMixed(String name) {
        return name.endsWith("(Mixed)") || name.equals("Mixed");
    }
}
