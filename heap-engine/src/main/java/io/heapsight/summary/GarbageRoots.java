/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;

/**
 * Where garbage begins: objects that no garbage refers to. Each object that is garbage is counted
 * once, below a root or on cycles, so that all of it adds up to {@link Garbage#atLeast}.
 *
 * @param single the roots with most below them, the largest first
 * @param byClass all roots by class, the largest first
 * @param onCycles garbage that no root leads to: cycles, and what hangs on them
 */
public record GarbageRoots(List<Root> single, List<RootClass> byClass, Total onCycles) {
    /**
     * One root.
     *
     * @param below the root itself and what hangs on it
     */
    public record Root(long address, String className, Total below) {}

    /**
     * The roots of one class.
     *
     * @param below the roots themselves and what hangs on them
     * @param largest the address of the one with most below it
     */
    public record RootClass(String className, long roots, Total below, long largest) {}

    public GarbageRoots {
        single = List.copyOf(single);
        byClass = List.copyOf(byClass);
    }
}
