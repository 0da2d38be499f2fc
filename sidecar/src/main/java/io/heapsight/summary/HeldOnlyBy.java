/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import java.util.List;

/**
 * The reachable objects that would be garbage if referents of one strength were not followed: those
 * that all stronger references together don't reach.
 *
 * @param top the largest classes among them
 */
public record HeldOnlyBy(Strength strength, Total total, List<ClassTotal> top) {
    /** The kinds of {@code java.lang.ref.Reference}, from the strongest to the weakest. */
    public enum Strength {
        SOFT,
        FINALIZER,
        WEAK,
        PHANTOM
    }

    public HeldOnlyBy {
        top = List.copyOf(top);
    }
}
