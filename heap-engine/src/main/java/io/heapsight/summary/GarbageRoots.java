/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;

/**
 * Roots of garbage: objects to which no garbage refers. Each object of the garbage counts once,
 * below a root or on cycles, so the sum is {@link Garbage#atLeast}.
 *
 * @param single the roots with most bytes below them, the largest first
 * @param byClass all roots by class, the largest first
 * @param onCycles garbage without a root: cycles and the objects below them
 */
public record GarbageRoots(List<Root> single, List<RootClass> byClass, Total onCycles) {
    /**
     * One root.
     *
     * @param below the root and the objects below it
     */
    public record Root(long address, String className, Total below) {}

    /**
     * The roots of one class.
     *
     * @param below the roots and the objects below them
     * @param largest the address of the root with most bytes below it
     */
    public record RootClass(String className, long roots, Total below, long largest) {}

    public GarbageRoots {
        single = List.copyOf(single);
        byClass = List.copyOf(byClass);
    }
}
